import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const AUTHOR = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@parley.example',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@parley.example',
};

let directory: string;
let clone: string;
let first: string;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: clone, encoding: 'utf8', env: { ...process.env, ...AUTHOR } }).trim();
const read = (path: string): string => readFileSync(join(clone, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(clone, path), text);

/** Runs a script of this tree in the clone; returns its exit code and all output. */
function run(script: string, ...args: string[]): { status: number | null; output: string } {
  const program = join(ROOT, 'scripts', script);
  const tsx = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', tsx, program, ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, ...AUTHOR },
  });
  return { status, output: `${stdout}${stderr}` };
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'parley-release-'));
  clone = join(directory, 'clone');
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-tags', ROOT, clone]);
  // The files of this tree that a release writes may not be committed yet.
  for (const path of ['docker-compose.yml', 'docker-compose.sandbox.yml', 'docs/bus-contracts.json', 'CHANGELOG.md'])
    write(path, readFileSync(join(ROOT, path), 'utf8'));
  appendFileSync(join(clone, 'CHANGELOG.md'), '\n');
  git('commit', '--quiet', '--all', '--message', 'Start');
  first = git('rev-parse', 'HEAD');
});
beforeEach(() => {
  git('reset', '--quiet', '--hard', first);
  for (const tag of git('tag').split('\n').filter(Boolean)) git('tag', '--delete', tag);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const manifest = (path: string): { version: string } => JSON.parse(read(`${path}/package.json`));

test('a release writes its version into every workspace, the lock file, the compose files and the CHANGELOG', () => {
  const lines = read('package-lock.json').split('\n').length;
  expect(run('release.ts', '9.2.0').output).toContain('Wrote 9.2.0 into');
  for (const path of ['.', 'apps/parley', 'apps/docs', 'packages/common', 'services/send', 'prisma'])
    expect(manifest(path).version, path).toBe('9.2.0');
  expect(manifest('sdks/typescript').version).not.toBe('9.2.0');
  const lock = JSON.parse(read('package-lock.json'));
  expect(lock.version).toBe('9.2.0');
  for (const path of ['', 'services/send', 'prisma']) expect(lock.packages[path].version).toBe('9.2.0');
  expect(read('package-lock.json').split('\n')).toHaveLength(lines);
  expect(read('docker-compose.yml').match(/image: parley:.*/g)).toEqual(['image: parley:9.2.0', 'image: parley:9.2.0']);
  expect(read('docker-compose.sandbox.yml')).toContain('image: parley:9.2.0');
  for (const path of ['components/pods', 'migrate'])
    expect(read(`deploy/kubernetes/${path}/kustomization.yaml`)).toContain('newTag: 9.2.0');
  expect(read('CHANGELOG.md')).toMatch(/^## \[Unreleased\]\n\n## \[9\.2\.0\] - \d{4}-\d\d-\d\d\n/m);
  expect(git('tag')).toBe('');
  expect(git('rev-parse', 'HEAD')).toBe(first);
});

test('the SDKs, the command line and the nodes for n8n get the version of the API', () => {
  expect(run('release.ts', '9.2.0', '--sdks', '9.1.0').output).toContain(
    'sdks/go/CHANGELOG.md has no section ## 9.1.0',
  );
  for (const sdk of ['go', 'php', 'python', 'typescript'])
    appendFileSync(join(clone, `sdks/${sdk}/CHANGELOG.md`), '\n## 9.1.0\nMore.\n');
  git('commit', '--quiet', '--all', '--message', 'Describe the SDKs');
  expect(run('release.ts', '9.2.0', '--sdks', '9.1.0')).toMatchObject({ status: 0 });
  for (const path of ['sdks/typescript', 'apps/cli', 'integrations/n8n-nodes-parley'])
    expect(manifest(path).version, path).toBe('9.1.0');
  expect(read('sdks/python/pyproject.toml')).toContain('version = "9.1.0"');
  expect(JSON.parse(read('sdks/php/composer.json')).version).toBe('9.1.0');
  expect(read('sdks/go/README.md')).toContain('parley.example/sdk@v9.1.0');
  expect(read('sdks/python/README.md')).toContain('parley_sdk-9.1.0-py3');
  expect(read('sdks/typescript/README.md')).toContain('parley-sdk-9.1.0.tgz');
  expect(read('apps/cli/README.md')).toContain('parley-cli-9.1.0.tgz');
  expect(read('sdks/conformance/support/install-go.ts')).toContain("'v9.1.0'");
  expect(JSON.parse(read('package-lock.json')).packages['apps/cli'].version).toBe('9.1.0');
});

test('a release with --commit is one commit with a tag, and the next tree is compared with it', () => {
  expect(run('check-compatibility.ts').output).toContain('no tag v*');
  expect(run('release.ts', '9.2.0', '--commit')).toMatchObject({ status: 0 });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('describe', '--tags')).toBe('v9.2.0');
  expect(git('log', '-1', '--format=%s')).toBe('Release 9.2.0');
  expect(run('check-compatibility.ts')).toMatchObject({ status: 0, output: 'Compatible with v9.2.0.\n' });

  const schema = 'prisma/schema/messaging.prisma';
  write(schema, read(schema).replace(/^ {2}username .*\n/m, ''));
  appendFileSync(join(clone, 'prisma/migrations/0001_init/migration.sql'), '-- changed\n');
  write(
    'docs/bus-contracts.json',
    read('docs/bus-contracts.json').replace('"rpc.accounts.authenticate"', '"rpc.accounts.check"'),
  );
  const { status, output } = run('check-compatibility.ts');
  expect(status).toBe(1);
  expect(output).toContain('contacts.username is dropped or renamed');
  expect(output).toContain('0001_init/migration.sql was released, and is changed');
  expect(output).toContain('rpc.accounts.authenticate is gone');
});

test('a version that is not higher, a tree with changes and an empty section of the CHANGELOG are refused', () => {
  expect(run('release.ts').output).toContain('Name the version');
  expect(run('release.ts', 'next').output).toContain('next is no version such as 0.2.0');
  expect(run('release.ts', '0.0.1').output).toContain('0.0.1 is lower than the version');
  git('tag', 'v9.2.0');
  expect(run('release.ts', '9.2.0').output).toContain('9.2.0 is not higher than the release v9.2.0');
  write('CHANGELOG.md', read('CHANGELOG.md').replace(/^## \[Unreleased\]\n[\s\S]*?(?=^## \[)/m, '## [Unreleased]\n\n'));
  expect(run('release.ts', '9.3.0').output).toContain('There are changes that are not committed');
  git('commit', '--quiet', '--all', '--message', 'Empty the section');
  expect(run('release.ts', '9.3.0')).toMatchObject({ status: 1 });
  expect(run('release.ts', '9.3.0').output).toContain('The section ## [Unreleased] of CHANGELOG.md is empty');
  expect(git('status', '--porcelain')).toBe('');
});
