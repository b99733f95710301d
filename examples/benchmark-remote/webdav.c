// webdav URL CONCURRENCY: lists everything below a URL with libcurl's multi interface and as little else as possible.
//
// It is what the WebDAV adapter is measured by: one PROPFIND of depth 1 a directory for the same properties, whole answers
// in memory, and a search for tags instead of an XML parser. It believes everything that a server says.
#include <ctype.h>
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char query[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?><propfind xmlns=\"DAV:\"><prop><resourcetype/><getcontentlength/>"
    "<getlastmodified/><getetag/></prop></propfind>";

// One directory. `next` links those that wait, and those that are done and whose handle can be used again.
struct request {
  CURL *handle;
  char *url;
  char *path;
  char *body;
  size_t length, capacity;
  int attempts;
  struct request *next;
};

static CURLM *multi;
static struct curl_slist *headers;
static struct request *waiting, *spare;
static char server[256];
static long entry_count, failures;
static int running;

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  struct request *request = context;
  size_t length = size * count;
  if (request->length + length + 1 > request->capacity) {
    request->capacity = (request->length + length + 1) * 2;
    request->body = realloc(request->body, request->capacity);
  }
  memcpy(request->body + request->length, bytes, length);
  request->length += length;
  request->body[request->length] = 0;
  return length;
}

// Decodes what is percent-encoded and the entities that occur in addresses, in place.
static void decode(char *text) {
  char *out = text;
  for (; *text; text++) {
    unsigned value;
    if (*text == '%' && isxdigit((unsigned char)text[1]) && isxdigit((unsigned char)text[2]) &&
        sscanf(text + 1, "%2x", &value) == 1) {
      *out++ = (char)value;
      text += 2;
    } else if (!strncmp(text, "&amp;", 5)) {
      *out++ = '&';
      text += 4;
    } else {
      *out++ = *text;
    }
  }
  *out = 0;
}

static void enqueue(struct request *request) {
  request->length = 0;
  request->next = waiting;
  waiting = request;
}

// Adds a directory by the address that the server gave it.
static void add(const char *href) {
  struct request *request = spare;
  if (request) {
    spare = request->next;
  } else {
    request = calloc(1, sizeof *request);
  }
  request->path = strdup(href);
  decode(request->path);
  request->url = malloc(strlen(server) + strlen(href) + 1);
  sprintf(request->url, "%s%s", server, href);
  for (char *found; (found = strstr(request->url, "&amp;"));) {
    memmove(found + 1, found + 5, strlen(found + 5) + 1);
  }
  request->attempts = 0;
  enqueue(request);
}

// Finds the next tag with a local name, whatever its prefix; returns the place behind its name.
static char *find_tag(char *text, const char *name) {
  size_t length = strlen(name);
  while ((text = strchr(text, '<'))) {
    char *prefix_end = ++text;
    while (isalnum((unsigned char)*prefix_end) || *prefix_end == '-' || *prefix_end == '_') prefix_end++;
    if (*prefix_end == ':') text = prefix_end + 1;
    if (!strncmp(text, name, length) && !isalnum((unsigned char)text[length])) return text + length;
  }
  return NULL;
}

static size_t length_without_slash(const char *text) {
  size_t length = strlen(text);
  while (length > 0 && text[length - 1] == '/') length--;
  return length;
}

// Counts one entry; adds it when it is a directory.
static void take_entry(struct request *request, const char *start, size_t length, int is_directory) {
  char *href = strndup(start, length);
  char *path = href;
  if (!strncasecmp(href, "http", 4)) {
    char *authority = strstr(href, "://");
    char *slash = authority ? strchr(authority + 3, '/') : NULL;
    if (slash) path = slash;
  }
  char *plain = strdup(path);
  decode(plain);
  size_t own = length_without_slash(request->path);
  int is_itself = length_without_slash(plain) == own && !strncmp(plain, request->path, own);
  if (!is_itself) entry_count++;
  if (!is_itself && is_directory) add(path);
  free(plain);
  free(href);
}

static void parse(struct request *request) {
  char *place = request->body;
  while ((place = find_tag(place, "response"))) {
    char *href = find_tag(place, "href");
    // The closing tag has no such name, so that this is the next response, if any.
    char *next = find_tag(place, "response");
    if (!href) return;
    href = strchr(href, '>') + 1;
    char *end = strchr(href, '<');
    char kept = next ? *next : 0;
    if (next) *next = 0;
    int is_directory = find_tag(end, "collection") != NULL;
    if (next) *next = kept;
    take_entry(request, href, (size_t)(end - href), is_directory);
    place = end;
  }
}

static void start(struct request *request) {
  if (!request->handle) {
    CURL *handle = request->handle = curl_easy_init();
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, "PROPFIND");
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, query);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, request);
    curl_easy_setopt(handle, CURLOPT_PRIVATE, request);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  }
  curl_easy_setopt(request->handle, CURLOPT_URL, request->url);
  curl_multi_add_handle(multi, request->handle);
  running++;
}

static void finish(CURL *handle, CURLcode result) {
  struct request *request;
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_PRIVATE, (char **)&request);
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  curl_multi_remove_handle(multi, handle);
  running--;
  if (result == CURLE_OK && status == 207) {
    parse(request);
  } else if (result != CURLE_OK && request->attempts++ < 3) {
    // Servers close connections that wait for more.
    enqueue(request);
    return;
  } else {
    fprintf(stderr, "%s: %s, status %ld\n", request->url, curl_easy_strerror(result), status);
    failures++;
  }
  free(request->url);
  free(request->path);
  request->next = spare;
  spare = request;
}

int main(int argc, char **argv) {
  const char *authority = argc == 3 ? strstr(argv[1], "://") : NULL;
  const char *target = authority ? strchr(authority + 3, '/') : NULL;
  int concurrency = argc == 3 ? atoi(argv[2]) : 0;
  if (!target || concurrency < 1) {
    fprintf(stderr, "usage: webdav URL CONCURRENCY\n");
    return 2;
  }
  snprintf(server, sizeof server, "%.*s", (int)(target - argv[1]), argv[1]);
  curl_global_init(CURL_GLOBAL_ALL);
  multi = curl_multi_init();
  curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)concurrency);
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)concurrency);
  headers = curl_slist_append(headers, "Depth: 1");
  headers = curl_slist_append(headers, "Content-Type: application/xml; charset=utf-8");
  headers = curl_slist_append(headers, "Expect:");
  add(target);
  while (waiting || running) {
    while (waiting && running < concurrency) {
      struct request *request = waiting;
      waiting = request->next;
      start(request);
    }
    int count, has_ended = 0;
    curl_multi_perform(multi, &count);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &count));) {
      if (message->msg != CURLMSG_DONE) continue;
      finish(message->easy_handle, message->data.result);
      has_ended = 1;
    }
    if (!has_ended && running) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  printf("entries=%ld\n", entry_count);
  return failures != 0;
}
