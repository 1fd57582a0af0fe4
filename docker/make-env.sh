#!/bin/sh
# Writes .env for docker-compose.yml with random secrets, readable by you alone. It never changes a file that exists.
#   sh docker/make-env.sh [file]
set -eu
file=${1:-.env}
if [ -e "$file" ]; then
  echo "$file exists already: nothing was changed." >&2
  exit 1
fi
# Letters and digits; the letter in front keeps the configuration of NATS from reading a number.
secret() { printf 's%s' "$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"; }
key() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
umask 077
cat >"$file.part" <<END
# Made by docker/make-env.sh. .env.example explains these and all other variables. Keep a copy of
# PARLEY_ENCRYPTION_KEYS apart from the backups: without it, stored credentials cannot be read.
# PARLEY_PUBLIC_URL=https://chat.example
POSTGRES_PASSWORD=$(secret)
PARLEY_ADMIN_TOKEN=$(secret)
PARLEY_ENCRYPTION_KEYS=k1:$(key)
NATS_GATEWAY_PASSWORD=$(secret)
NATS_QUICK_PASSWORD=$(secret)
NATS_BACKGROUND_PASSWORD=$(secret)
NATS_DEVICES_PASSWORD=$(secret)
END
mv "$file.part" "$file"
echo "Wrote $file. Now set PARLEY_PUBLIC_URL and your providers in it."
