# shellcheck shell=bash disable=SC2154
# nfs-ganesha, versions 3 and 4; sourced by `server`. Only root can run it: it opens files by their handles.
#
# /media is the tree; there everyone is nobody, so that there is something that may not be read. /media/nested is a tree
# of its own with a file system's name of its own, BASE/nested, if the tree has a folder of that name. /root is the tree
# for root.

ganesha=$(command -v ganesha.nfsd) || die "server: there is no ganesha.nfsd"
# Version 3 is registered with the machine's portmapper, which the tests do without. And the server serves what is in
# the list of mounted file systems, in which the root of a chroot is not.
[ -e "$base/alone.so" ] || printf '%s\n' '#include <mntent.h>' '#include <stdio.h>' '#include <stdlib.h>' \
  'int rpcb_set(unsigned p, unsigned v, const void *n, const void *a) { (void)p, (void)v, (void)n, (void)a; return 1; }' \
  'int rpcb_unset(unsigned p, unsigned v, const void *n) { (void)p, (void)v, (void)n; return 1; }' \
  'FILE *setmntent(const char *list, const char *mode) { (void)list; return fopen(getenv("KINO_MOUNTS"), mode); }' |
  gcc -shared -fPIC -O2 -x c -o "$base/alone.so" -
cp /proc/self/mounts "$base/mounts"
grep -q ' / ' "$base/mounts" || printf 'none / ext4 rw 0 0\n' >>"$base/mounts"
read -r nfs mount <<<"$(free_ports 2)"
ports="$nfs $mount"
mkdir -p "$base/recovery" "$base/nested"

# export_block NUMBER PATH PSEUDO SQUASH [SETTINGS]
export_block() {
  printf 'EXPORT { Export_Id = %s; Path = %s; Pseudo = %s; Access_Type = RO; Squash = %s; SecType = sys; ' "${@:1:4}"
  printf '%s ' "${5:-}"
  printf 'Anonymous_Uid = 65534; Anonymous_Gid = 65534; Protocols = 3, 4; Transports = TCP; FSAL { Name = VFS; } }\n'
}

cat >"$base/ganesha.conf" <<CONF
NFS_CORE_PARAM {
  Protocols = 3, 4;
  Bind_addr = 127.0.0.1;
  NFS_Port = $nfs;
  MNT_Port = $mount;
  Enable_NLM = false;
  Enable_RQUOTA = false;
  Enable_UDP = false;
  mount_path_pseudo = true;
}
NFSv4 {
  Graceless = true;
  Lease_Lifetime = 10;
  Grace_Period = 10;
  Only_Numeric_Owners = true;
  RecoveryBackend = fs;
  RecoveryRoot = $base/recovery;
  Delegations = false;
}
# What somebody else changes is to be seen at once.
MDCACHE { Dir_Chunk = 0; Use_Getattr_Directory_Invalidation = true; }
EXPORT_DEFAULTS { Attr_Expiration_Time = 0; }
NFS_KRB5 { Active_krb5 = false; }
$(export_block 1 "$tree" /media All_Squash)
$(export_block 2 "$tree" /root No_Root_Squash)
$([ ! -d "$tree/nested" ] || export_block 3 "$base/nested" /media/nested All_Squash "Filesystem_Id = 77.88;")
LOG { Default_Log_Level = EVENT; }
CONF
launch env KINO_MOUNTS="$base/mounts" LD_PRELOAD="$base/alone.so" "$ganesha" -F -f "$base/ganesha.conf" -L "$base/error.log" \
  -p "$base/ganesha.pid"
address nfs "127.0.0.1:$nfs"
address mount "127.0.0.1:$mount"
