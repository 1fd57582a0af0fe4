import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ensureGo } from '../../sdks/conformance/support/programs.ts';
import { packPhp } from './pack-php.ts';
import { readPackageNames } from './package-names.ts';

// Publishes from a clone into a bare repository, which takes the part of the host, and through a proxy of Go modules.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSX = join(ROOT, 'node_modules/tsx/dist/loader.mjs');

let directory: string;
let host: string;
let clone: string;
let proxy: Server;
const asked: string[] = [];

const git = (folder: string, ...given: string[]): string =>
  execFileSync('git', given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const tagsOf = (folder: string): string[] => git(folder, 'tag').split('\n').filter(Boolean);
const { version } = JSON.parse(readFileSync(join(ROOT, 'sdks/typescript/package.json'), 'utf8')) as { version: string }; // safe: npm requires it

/** Runs a script of this tree in the clone. */
async function publish(script: string, ...given: string[]): Promise<string> {
  const { port } = proxy.address() as AddressInfo; // safe: it listens on a port
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', TSX, join(ROOT, 'scripts/release', script), ...given],
    {
      cwd: clone,
      env: {
        ...process.env,
        GO_MODULE: 'github.com/Someone/parley/sdks/go',
        GO_PROXY: `http://127.0.0.1:${port}`,
      },
    },
  );
  return stdout;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'parley-publish-'));
  host = join(directory, 'host.git');
  clone = join(directory, 'clone');
  git(directory, 'init', '--quiet', '--bare', host);
  git(directory, 'clone', '--quiet', '--shared', '--no-tags', ROOT, clone);
  git(clone, 'remote', 'set-url', 'origin', host);
  proxy = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
});
afterAll(() => {
  proxy.close();
  rmSync(directory, { recursive: true, force: true });
});

test('the Go module is a tag below the release, with the address of the repository, and compiles', async () => {
  await publish('publish-go.ts');
  expect(tagsOf(host)).toEqual([`sdks/go/v${version}`]);
  const tag = `sdks/go/v${version}`;
  expect(git(host, 'rev-parse', `${tag}^`)).toBe(git(clone, 'rev-parse', 'HEAD'));
  const changed = git(host, 'diff-tree', '-r', '--name-only', `${tag}^`, tag).split('\n');
  expect(changed).toContain('sdks/go/go.mod');
  expect(changed.filter((path) => !path.startsWith('sdks/go/'))).toEqual([]);
  expect(git(host, 'show', `${tag}:sdks/go/go.mod`)).toMatch(/^module github\.com\/Someone\/parley\/sdks\/go\n/);
  expect(spawnSync('git', ['grep', 'parley.example/sdk', tag, '--', 'sdks/go'], { cwd: host }).stdout.toString()).toBe(
    '',
  );
  const sources = join(directory, 'go');
  git(clone, 'fetch', '--quiet', host, `refs/tags/${tag}`);
  git(clone, 'worktree', 'add', '--quiet', '--detach', sources, 'FETCH_HEAD');
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOWORK: 'off' };
  execFileSync(await ensureGo(), ['build', './...'], { cwd: join(sources, 'sdks/go'), env });
  expect(asked).toEqual([`/github.com/!someone/parley/sdks/go/@v/v${version}.info`]);
});

test('the PHP package is a tag with composer.json at its root, which the mirror copies as the version', async () => {
  const { folder } = await packPhp(
    ROOT,
    join(directory, 'packed'),
    readPackageNames({ PACKAGIST_NAME: 'someone/sdk' }),
  );
  await publish('publish-php.ts', folder);
  const tag = `php/v${version}`;
  expect(tagsOf(host)).toContain(tag);
  const manifest = JSON.parse(git(host, 'show', `${tag}:composer.json`));
  expect(manifest).toMatchObject({ name: 'someone/sdk', autoload: { 'psr-4': { 'Parley\\': 'src/' } } });
  // Packagist ignores a tag that contradicts it.
  expect(manifest).not.toHaveProperty('version');
  expect(git(host, 'ls-tree', '--name-only', tag).split('\n')).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'autoload.php',
    'composer.json',
    'src',
  ]);

  const mirror = join(directory, 'mirror');
  git(directory, 'init', '--quiet', '--bare', `${mirror}.git`);
  git(directory, 'clone', '--quiet', `${mirror}.git`, mirror);
  const { jobs } = parse(readFileSync(join(ROOT, 'deploy/packagist/mirror.yml'), 'utf8'));
  for (let run = 0; run < 2; run += 1)
    execFileSync('bash', ['-e', '-c', jobs.mirror.steps.at(-1).run], {
      cwd: mirror,
      env: { ...process.env, SOURCE: host },
      stdio: 'ignore',
    });
  expect(tagsOf(`${mirror}.git`)).toEqual([`v${version}`]);
});

test('a version that has its tag is not published again', async () => {
  const before = git(host, 'show-ref', '--tags');
  expect(await publish('publish-go.ts')).toContain(`sdks/go/v${version} is published already.`);
  expect(await publish('publish-php.ts', directory)).toContain(`php/v${version} is published already.`);
  expect(git(host, 'show-ref', '--tags')).toBe(before);
});
