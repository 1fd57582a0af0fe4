#!/bin/sh
# archive_command: stores one segment of the write-ahead log, compressed. A file appears when it is complete and on the
# disk. Storing the same segment again succeeds; another segment of that name, of another database, is refused.
set -eu
to="${BACKUPS:-/backups}/wal/$2.gz"
if [ -f "$to" ]; then
  gzip -dc "$to" | cmp -s - "$1"
  exit
fi
gzip -1 <"$1" >"$to.part"
sync "$to.part"
mv "$to.part" "$to"
sync "$(dirname "$to")"
