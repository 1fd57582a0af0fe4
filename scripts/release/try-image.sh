#!/bin/sh
# try-image.sh IMAGE: starts the image with its defaults and a read-only root, and waits until its health check is green.
set -eu
container=$(docker run --detach --init --read-only --tmpfs /tmp -v /data "$1")
trap 'docker rm --force --volumes "$container" > /dev/null' EXIT
attempt=0
while [ "$attempt" -lt "${ATTEMPTS:-60}" ]; do
  health=$(docker inspect --format '{{.State.Health.Status}}' "$container")
  case $health in
    healthy) echo "$1 is healthy."; exit 0 ;;
    unhealthy) break ;;
  esac
  attempt=$((attempt + 1))
  sleep "${WAIT_SECONDS:-2}"
done
docker logs "$container" >&2
echo "$1 is $health." >&2
exit 1
