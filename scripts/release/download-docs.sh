#!/bin/sh
# download-docs.sh FOLDER: the documentation of every release, which is attached to it.
set -eu
mkdir -p "$1"
for tag in $(gh release list --exclude-drafts --exclude-pre-releases --limit 1000 --json tagName --jq '.[].tagName'); do
  name="parley-docs-${tag#v}.tar.gz"
  if gh release view "$tag" --json assets --jq '.assets[].name' | grep -qxF "$name"; then
    gh release download "$tag" --dir "$1" --clobber --pattern "$name"
  fi
done
