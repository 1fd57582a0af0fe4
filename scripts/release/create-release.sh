#!/bin/sh
# create-release.sh ARCHIVES NOTES: the release of the tag GITHUB_REF_NAME on the host, with every archive and its checksum.
# PRERELEASE and NEWEST are those of write-facts.ts. A second run replaces the archives.
set -eu
archives=$1
notes=$2
assets=$(mktemp -d)
find "$archives" -path "$archives/php-tag" -prune -o -type f -exec cp {} "$assets" \;
(cd "$assets" && sha256sum -- * > SHA256SUMS)
if ! gh release view "$GITHUB_REF_NAME" > /dev/null 2>&1; then
  gh release create "$GITHUB_REF_NAME" --verify-tag --draft --title "$GITHUB_REF_NAME" --notes-file "$notes"
fi
gh release upload "$GITHUB_REF_NAME" --clobber "$assets"/*
# A draft until every archive is there.
gh release edit "$GITHUB_REF_NAME" --draft=false --prerelease="$PRERELEASE" --latest="$NEWEST"
