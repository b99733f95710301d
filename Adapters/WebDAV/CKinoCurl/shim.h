#pragma once
#include <curl/curl.h>

// Swift can not call functions with variable arguments, nor see macros that hold a cast.

typedef size_t (*kino_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static const long kino_curl_basic = (long)CURLAUTH_BASIC;
static const long kino_curl_digest = (long)CURLAUTH_DIGEST;
static const long kino_curl_bearer = (long)CURLAUTH_BEARER;
static const long kino_curl_http_1_1 = CURL_HTTP_VERSION_1_1;
static const long kino_curl_http_2_over_tls = CURL_HTTP_VERSION_2TLS;
static const long kino_curl_tls_1_2 = CURL_SSLVERSION_TLSv1_2;
static const long kino_curl_multiplex = CURLPIPE_MULTIPLEX;
static const size_t kino_curl_pause = CURL_WRITEFUNC_PAUSE;
static const int kino_curl_continue = CURLPAUSE_CONT;

static inline CURLcode kino_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_ALL); }

static inline CURLcode kino_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kino_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kino_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kino_curl_set_sink(CURL *handle, CURLoption option, kino_curl_sink value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kino_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode kino_curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode kino_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLSHcode kino_curl_share_cookies(CURLSH *share) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
}
