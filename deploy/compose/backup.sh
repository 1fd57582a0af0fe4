#!/bin/sh
# Daily: a base backup of PostgreSQL, then the uploaded files, so that every file that the database names is there.
# Removes what is older than KEEP_DAYS. With the write-ahead log in $BACKUPS/wal (archive-wal.sh) a restore reaches any
# moment since the oldest base backup. `backup.sh once` makes one backup and ends.
set -eu
backups="${BACKUPS:-/backups}"
uploads="${UPLOADS:-/uploads}"
keep_days="${KEEP_DAYS:-14}"
base="$backups/base"

make_backup() {
  name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
  rm -rf "$base"/*.part "$backups"/uploads/*.part
  pg_basebackup --pgdata="$base/$name.part" --wal-method=stream --checkpoint=fast
  pg_verifybackup --quiet "$base/$name.part"
  tar -C "$uploads" -cf "$backups/uploads/$name.tar.part" .
  sync
  mv "$backups/uploads/$name.tar.part" "$backups/uploads/$name.tar"
  mv "$base/$name.part" "$base/$name"
  sync "$base"
  echo "backup $name is complete"
}

# Keeps the newest backup at any age, and the log since the start of the oldest.
remove_old() {
  newest=$(ls "$base" | grep -v '\.part$' | tail -n 1)
  for path in $(find "$base" -mindepth 1 -maxdepth 1 -mtime +"$keep_days" ! -name "$newest"); do
    rm -rf "$path" "$backups/uploads/$(basename "$path").tar"
  done
  oldest=$(ls "$base" | grep -v '\.part$' | head -n 1)
  first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$base/$oldest/backup_label")
  pg_archivecleanup -x .gz "$backups/wal" "$first"
}

mkdir -p "$base" "$backups/uploads" "$backups/wal"
# The server writes there.
if [ "$(id -u)" = 0 ]; then chown postgres "$backups/wal"; fi
chmod 700 "$base" "$backups/uploads" "$backups/wal"

if [ "${1:-}" = once ]; then
  make_backup
  remove_old
  exit
fi
trap 'exit 0' TERM INT
while true; do
  if [ -z "$(find "$base" -mindepth 1 -maxdepth 1 ! -name '*.part' -mmin -1440)" ]; then
    # As a program of its own: its first failure ends it.
    sh "$0" once || echo "the backup failed; the next attempt is in ten minutes" >&2
  fi
  sleep 600 &
  wait $!
done
