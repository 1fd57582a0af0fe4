import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The page of a release and the documentation of all releases, with a program in place of the host's gh that keeps
// releases as folders.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPTS = join(ROOT, 'scripts/release');
const GH = `#!/bin/sh
set -eu
echo "$*" >> "$GH_STATE/calls"
verb="$1 $2"; tag=\${3:-}; shift 3
folder="$GH_STATE/releases/$tag"
case "$verb" in
  'release view') test -d "$folder"; ls "$folder" ;;
  'release create') mkdir -p "$folder" ;;
  'release upload') shift; cp "$@" "$folder" ;;
  'release edit') ;;
  'release list') ls "$GH_STATE/releases" ;;
  'release download') cp "$folder/$5" "$2" ;;
esac
`;

let directory: string;
const inDirectory = (path: string): string => join(directory, path);

function run(program: string, given: readonly string[], env: Record<string, string> = {}): string {
  const path = `${inDirectory('bin')}:${process.env.PATH}`;
  return execFileSync(program, given, {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, GH_STATE: directory, ...env },
  });
}
const assemble = (): string =>
  run(process.execPath, [
    '--import',
    join(ROOT, 'node_modules/tsx/dist/loader.mjs'),
    join(SCRIPTS, 'assemble-docs.ts'),
    'docs',
    'site',
  ]);

/** Publishes a release whose documentation has two pages. */
function release(version: string, prerelease: boolean, newest: boolean): void {
  const site = inDirectory(`built-${version}`);
  mkdirSync(join(site, 'operations'), { recursive: true });
  writeFileSync(join(site, 'index.html'), `Parley ${version}`);
  writeFileSync(join(site, 'operations/install.html'), `Install ${version}`);
  const archives = inDirectory(`archives-${version}`);
  for (const folder of ['docs', 'php-tag', 'npm-sdk']) mkdirSync(join(archives, folder), { recursive: true });
  run('tar', ['-czf', join(archives, `docs/parley-docs-${version}.tar.gz`), '-C', site, '.']);
  writeFileSync(join(archives, 'php-tag/composer.json'), '{}');
  writeFileSync(join(archives, `npm-sdk/parley-sdk-${version}.tgz`), version);
  writeFileSync(inDirectory('notes.md'), '- **Cats**\n');
  run(join(SCRIPTS, 'create-release.sh'), [archives, 'notes.md'], {
    GITHUB_REF_NAME: `v${version}`,
    PRERELEASE: String(prerelease),
    NEWEST: String(newest),
  });
}
const calls = (): string[] => readFileSync(inDirectory('calls'), 'utf8').trim().split('\n');

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'parley-release-page-'));
  for (const folder of ['bin', 'releases']) mkdirSync(inDirectory(folder));
  writeFileSync(inDirectory('bin/gh'), GH);
  chmodSync(inDirectory('bin/gh'), 0o755);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('a release is a draft until it has every archive and their checksums', () => {
  release('0.1.0', false, true);
  const assets = inDirectory('releases/v0.1.0');
  expect(readdirSync(assets).toSorted()).toEqual(['SHA256SUMS', 'parley-docs-0.1.0.tar.gz', 'parley-sdk-0.1.0.tgz']);
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: assets, encoding: 'utf8' })).toContain(
    'parley-sdk-0.1.0.tgz: OK',
  );
  const [, created, uploaded, edited] = calls();
  expect(created).toBe('release create v0.1.0 --verify-tag --draft --title v0.1.0 --notes-file notes.md');
  expect(uploaded).toContain('release upload v0.1.0 --clobber');
  expect(edited).toBe('release edit v0.1.0 --draft=false --prerelease=false --latest=true');
  release('0.1.0', false, true);
  expect(calls().filter((call) => call.startsWith('release create'))).toHaveLength(1);
});

test('the documentation has a folder for each minor release, with its newest patch, and a list of them', () => {
  for (const version of ['0.1.2', '0.2.0', '0.10.0']) release(version, false, true);
  run(join(SCRIPTS, 'download-docs.sh'), ['docs']);
  expect(assemble()).toContain('0.10.0, 0.2.0, 0.1.2');
  const read = (path: string): string => readFileSync(inDirectory(`site/${path}`), 'utf8');
  expect(readdirSync(inDirectory('site')).toSorted()).toEqual([
    '.nojekyll',
    '0.1',
    '0.10',
    '0.2',
    'index.html',
    'latest',
    'versions.json',
  ]);
  expect(read('0.1/operations/install.html')).toBe('Install 0.1.2');
  expect(read('0.2/index.html')).toBe('Parley 0.2.0');
  expect([...read('index.html').matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    './0.10/',
    './0.2/',
    './0.1/',
  ]);
  expect(JSON.parse(read('versions.json'))).toEqual(['0.10.0', '0.2.0', '0.1.2']);
  const targetOf = (page: string): string => /url=([^"]+)"/.exec(read(page))?.[1] ?? '';
  const lead = (page: string): string => new URL(targetOf(page), `https://docs.example/parley/${page}`).pathname;
  expect(lead('latest/index.html')).toBe('/parley/0.10/');
  expect(lead('latest/operations/install.html')).toBe('/parley/0.10/operations/install');
});

test('a folder without documentation is refused', () => {
  rmSync(inDirectory('docs'), { recursive: true });
  mkdirSync(inDirectory('docs'));
  expect(assemble).toThrow('has no parley-docs-X.Y.Z.tar.gz');
});
