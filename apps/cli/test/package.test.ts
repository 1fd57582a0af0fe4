import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { reservePort } from '@parley/testing/servers/reserve-ports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PACKAGE = join(ROOT, 'apps/cli');
/** npm loads itself for each command. */
const NPM_MS = 120_000;
const Packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);
const Manifest = z.object({ version: z.string() });

const execute = promisify(execFile);

let folder: string;
let closedPort: number;
let files: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-cli-package-'));
  closedPort = await reservePort();
  // The build has bundled it; `prepack` would write the file that other tests run.
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, '-w', 'apps/cli'];
  const { stdout } = await execute('npm', pack, { cwd: ROOT });
  const [packed] = Packed.parse(JSON.parse(stdout));
  files = packed.files.map(({ path }) => path).toSorted();
  await mkdir(join(folder, 'empty'));
  await writeFile(join(folder, 'empty/package.json'), '{ "private": true }');
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)];
  await execute('npm', install, { cwd: join(folder, 'empty') });
}, 2 * NPM_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the installed program as a shell would: by its first line. */
async function parley(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { PARLEY_API_KEY: _key, PARLEY_WEBHOOK_SECRET: _secret, ...inherited } = process.env;
  const env = {
    ...inherited,
    PARLEY_CONFIG_DIR: join(folder, 'config'),
    PARLEY_BASE_URL: `http://127.0.0.1:${closedPort}/demo/api/messaging/`,
    PARLEY_API_KEY: 'pk_1',
  };
  const program = join(folder, 'empty/node_modules/.bin/parley');
  const ran = await execute(program, args, { cwd: join(folder, 'empty'), env }).catch((error: unknown) =>
    z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error),
  );
  return { code: 0, ...ran };
}

test('the package has the program, its licence and its README, and nothing else', () => {
  expect(files).toEqual(['LICENSE', 'README.md', 'dist/cli.js', 'package.json']);
});

test('the built program is executable, and starts with the line that names Node', async () => {
  for (const path of ['apps/cli/dist/cli.js', 'apps/parley/dist/cli.js']) {
    expect(await readFile(join(ROOT, path), 'utf8'), path).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect((await stat(join(ROOT, path))).mode & 0o777, path).toBe(0o755);
  }
});

test('the README links to no file that the package lacks', async () => {
  const readme = await readFile(join(folder, 'empty/node_modules/@parley/cli/README.md'), 'utf8');
  expect([...readme.matchAll(/\]\((?!https:|#)[^)]*\)/g)].map(([link]) => link)).toEqual([]);
});

test('the installed program prints its version and its commands', async () => {
  const { version } = Manifest.parse(JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')));
  expect(await parley('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  const { code, stdout } = await parley('--help');
  expect(code).toBe(0);
  for (const command of [
    'login',
    'listen',
    'trigger',
    'send',
    'events',
    'channels',
    'conversations',
    'messages',
    'search',
    'contact',
    'completion',
  ])
    expect(stdout).toMatch(new RegExp(`^  ${command}\\b.*\\S`, 'm'));
});

test('without a server, the installed program says in one line which address did not answer', async () => {
  const { code, stdout, stderr } = await parley('channels');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.split('\n')).toEqual([expect.stringContaining(`127.0.0.1:${closedPort}`), '']);
});
