#!/bin/sh
# build-archives.sh OUT: every archive of a release, in a clean checkout. VERSION, MINOR and ROOT are those of
# write-facts.ts; the names of the packages are variables of the job (package-names.ts).
set -eu
out=$1
npm ci
npm run build
npm --prefix integrations/n8n-nodes-parley ci --ignore-scripts
npm --prefix integrations/n8n-nodes-parley run build
node --import tsx --conditions=source scripts/release/pack-packages.ts "$out"
npm run build:docs -- --version "$MINOR" --root "$ROOT"
mkdir -p "$out/docs"
# The same bytes from the same pages: names in order, no times and no owners.
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C apps/docs/dist -cf - . | gzip -n > "$out/docs/parley-docs-$VERSION.tar.gz"
