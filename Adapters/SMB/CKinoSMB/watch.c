#include "internal.h"

#include <errno.h>

// The library's own loop: it sends a request for changes, and the next one when the answer has come, so
// that the server keeps those that happen in between. It is made like all of its calls, with an event
// context of the call's own, on the thread of the call.

struct watch {
  kino_smb *smb;
  kino_smb_told told;
  void *state;
};

static int take_changes(
    const struct smbc_notify_callback_action *actions, size_t count, void *data) {
  struct watch *watch = data;
  if (atomic_load(&watch->smb->is_cut)) return 1;
  if (count == 0) return !watch->told(watch->state, NULL);
  for (size_t index = 0; index < count; index++) {
    const char *path = actions[index].filename;
    if (path != NULL && !watch->told(watch->state, path)) return 1;
  }
  return 0;
}

int kino_smb_watch(
    kino_smb *smb, const char *url, int32_t step_ms, kino_smb_told told, void *state) {
  // Samba tells of what others write to a file only to those who ask about attributes.
  const uint32_t filter = SMBC_NOTIFY_CHANGE_FILE_NAME | SMBC_NOTIFY_CHANGE_DIR_NAME |
      SMBC_NOTIFY_CHANGE_ATTRIBUTES | SMBC_NOTIFY_CHANGE_SIZE | SMBC_NOTIFY_CHANGE_LAST_WRITE |
      SMBC_NOTIFY_CHANGE_CREATION;
  struct watch watch = {smb, told, state};
  int code = kino_smb_enter(smb);
  if (code != 0) return code;
  SMBCFILE *directory = smbc_getFunctionOpendir(smb->context)(smb->context, url);
  if (directory == NULL) return kino_smb_leave(smb, kino_smb_failure());
  kino_smb_keep_alive(smb);
  errno = 0;
  int result = smbc_getFunctionNotify(smb->context)(
      smb->context, directory, 1, filter, (unsigned)step_ms, take_changes, &watch);
  code = result == 0 ? 0 : kino_smb_failure();
  smbc_getFunctionClosedir(smb->context)(smb->context, directory);
  return kino_smb_leave(smb, code);
}
