import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findLastRelease, findRelease } from './release/find-release.ts';
import { compareVersions } from './release/version.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The newest release that this tree contains. */
const LAST = readdirSync(join(ROOT, 'docs/releases'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .reduce((one, other) => (compareVersions(one, other) > 0 ? one : other));
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
  for (const path of [
    'docker-compose.yml',
    'docker-compose.sandbox.yml',
    'docs',
    'prisma/schema',
    'prisma/migrations',
    'CHANGELOG.md',
  ])
    cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  git('add', '--all');
  write('CHANGELOG.md', read('CHANGELOG.md').replace('## [Unreleased]\n', '## [Unreleased]\n\n- **Cats**\n'));
  git('commit', '--quiet', '--all', '--message', 'Start');
  first = git('rev-parse', 'HEAD');
});
beforeEach(() => {
  git('reset', '--quiet', '--hard', first);
  git('clean', '--quiet', '--force', '-d');
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
  for (const path of ['coolify/parley.yaml', 'dokploy/template.toml', 'portainer/templates.json'])
    expect(read(`deploy/templates/${path}`)).toContain('parley:9.2.0');
  expect(read('SECURITY.md')).toContain('| 9.2.x |');
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

test('a release writes its interfaces into a folder of its own, and its migrations among the released ones', () => {
  mkdirSync(join(clone, 'prisma/migrations/9001_paws'));
  write('prisma/migrations/9001_paws/migration.sql', 'SELECT 1;\n');
  write('docs/releases/unreleased.json', '{}\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Add paws');
  expect(run('release.ts', '9.2.0')).toMatchObject({ status: 0 });
  for (const path of ['bus-contracts.json', 'openapi.json', 'openapi-operator.json'])
    expect(read(`docs/releases/9.2.0/${path}`) === read(`docs/${path}`), path).toBe(true);
  expect(read('docs/releases/9.2.0/schema/messaging.prisma')).toBe(read('prisma/schema/messaging.prisma'));
  const released = JSON.parse(read('prisma/migrations/released.json'));
  expect(released[0]).toMatchObject({ name: '0001_init', release: '0.1.0' });
  expect(released.at(-1)).toMatchObject({ name: '9001_paws', release: '9.2.0' });
  expect(existsSync(join(clone, 'docs/releases/unreleased.json'))).toBe(false);
});

test('a release with --commit is one commit with a tag, and the next tree is compared with it', () => {
  expect(run('release.ts', '9.2.0', '--commit')).toMatchObject({ status: 0 });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('describe', '--tags')).toBe('v9.2.0');
  expect(git('log', '-1', '--format=%s')).toBe('Release 9.2.0');
  expect(findLastRelease(clone).version).toBe(LAST);
  git('commit', '--quiet', '--allow-empty', '--message', 'Go on');
  const tagged = findLastRelease(clone);
  expect(tagged).toEqual({ version: '9.2.0', commit: git('rev-parse', 'v9.2.0^{commit}') });
  git('tag', '--delete', 'v9.2.0');
  expect(findLastRelease(clone)).toEqual(tagged);
  git('tag', 'v9.2.0', tagged.commit);
  const { status, output } = run('check-compatibility.ts');
  expect(status).toBe(0);
  expect(output).toMatch(/^Compatible with 9\.2\.0, .*, v9\.2\.0\b/);

  write('docs/openapi.json', read('docs/openapi.json').replace('/messaging/status"', '/messaging/state"'));
  write(
    'docs/bus-contracts.json',
    read('docs/bus-contracts.json').replace('"rpc.accounts.authenticate"', '"rpc.accounts.check"'),
  );
  const broken = run('check-compatibility.ts');
  expect(broken.status).toBe(1);
  expect(broken.output).toMatch(
    /^docs\/releases\/9\.2\.0\/bus-contracts\.json:\d+: rpc\.accounts\.authenticate is gone \(compared with 9\.2\.0, v9\.2\.0/m,
  );
  expect(broken.output).toMatch(
    /^docs\/releases\/9\.2\.0\/openapi\.json:\d+: GET \/\{tenant\}\/api\/messaging\/status is gone \(/m,
  );
});

test('a release that the tree contains without its tag is tagged at its commit', () => {
  expect(run('release.ts', LAST).output).toContain(`${LAST} is released by the commit`);
  expect(git('tag')).toBe('');
  expect(run('release.ts', LAST, '--commit')).toMatchObject({ status: 0 });
  expect(git('rev-parse', `v${LAST}^{commit}`)).toBe(findRelease(clone, LAST));
  expect(git('show', `v${LAST}:docs/releases/${LAST}/openapi.json`)).toContain('"openapi"');
  expect(git('rev-parse', 'HEAD')).toBe(first);
  expect(run('release.ts', LAST, '--commit').output).toContain(`${LAST} is not higher than the release v${LAST}`);
});

test('a tree that breaks the promise of the last release is not released', () => {
  const schema = 'prisma/schema/messaging.prisma';
  write(schema, read(schema).replace(/^ {2}username .*\n/m, ''));
  appendFileSync(join(clone, 'prisma/migrations/0001_init/migration.sql'), '-- changed\n');
  git('commit', '--quiet', '--all', '--message', 'Break it');
  const { status, output } = run('release.ts', '9.2.0');
  expect(status).toBe(1);
  expect(output).toContain('The promise of an earlier release is broken:');
  expect(output).toContain('0001_init/migration.sql:1: was released with 0.1.0, and is changed');
  expect(output).toContain('contacts.username is dropped or renamed');
  expect(git('status', '--porcelain')).toBe('');
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
