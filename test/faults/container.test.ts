import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureImageNode } from '@parley/testing/programs/node-release';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { tier } from '@parley/testing/tier';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsoleBrowser } from '../support/console/console-browser.ts';
import { buildImage } from '../support/image/build-image.ts';
import { findLostImports, findLostLinks, findNeedlessFiles } from '../support/image/find-lost-imports.ts';
import { parseDockerfile, settingsOf } from '../support/image/parse-dockerfile.ts';
import { type Container, runInImage, startContainer } from '../support/image/run-container.ts';
import { ROOT, readText } from '../support/system/compose-file.ts';

// There is no Docker here: the steps of the Dockerfile run in plain folders in its order, and its last stage is started
// as its entry point says, as its user, with code that cannot be changed. The soak tier installs and builds as the steps
// say; a short run takes both from the checkout.
const BUILD_WITHIN_MS = 900_000;
const SEND = { channel: 'wa', to: '+16505551234', template: { name: 'hello_world', language: 'en_US' } };

let folder: string;
let image: { root: string; settings: ReturnType<typeof settingsOf> };
let nodes: { release: string; floor: string };
const running: Container[] = [];

const linkTree = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  const copy = (flags: string) => execFileSync('cp', [flags, from, to], { stdio: 'ignore' });
  try {
    copy('-al');
  } catch {
    // Another file system.
    rmSync(to, { recursive: true, force: true });
    copy('-a');
  }
};

/** The steps that take minutes, with the packages and the build of the checkout. */
function takeFromCheckout(command: string, root: string): boolean {
  if (tier === 'soak') return false;
  if (command === 'npm ci') {
    linkTree(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    return true;
  }
  if (command === 'npm ci --omit=dev') {
    // The stage of the build, which is the one before, has used its packages.
    renameSync(join(root, '../../1-build/parley/node_modules'), join(root, 'node_modules'));
    return true;
  }
  if (command !== 'npm run build && npm run build:docs') return false;
  for (const parent of ['apps', 'packages', 'services'])
    for (const name of readdirSync(join(ROOT, parent)))
      if (existsSync(join(ROOT, parent, name, 'dist')))
        cpSync(join(ROOT, parent, name, 'dist'), join(root, parent, name, 'dist'), { recursive: true });
  // A run without the documentation's build has none to copy.
  mkdirSync(join(root, 'apps/docs/dist'), { recursive: true });
  return true;
}

/** `node` in a folder of its own, as on the path of the base image. */
function placeNode(name: string, program: string): string {
  const placed = join(folder, name, 'node');
  mkdirSync(dirname(placed));
  copyFileSync(program, placed);
  chmodSync(placed, 0o755);
  return placed;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
  chmodSync(folder, 0o755);
  const stages = parseDockerfile(await readText('Dockerfile'));
  const root = buildImage(stages, { context: ROOT, folder, replace: takeFromCheckout });
  const last = stages.at(-1);
  if (last === undefined) throw new Error('The Dockerfile has no stage.');
  image = { root, settings: settingsOf(last) };
  execFileSync('chmod', ['-R', 'a-w', join(root, 'parley')]);
  nodes = { release: placeNode('release', await ensureImageNode()), floor: placeNode('floor', process.execPath) };
}, BUILD_WITHIN_MS);
afterAll(async () => {
  for (const container of running) await container.stop();
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

async function start(node: string, variables: Record<string, string>) {
  const [port = 0, sandboxPort = 0] = await reservePorts(2);
  const origin = `http://localhost:${port}`;
  const container = startContainer(
    { ...image, node },
    {
      PARLEY_PORT: String(port),
      PARLEY_SANDBOX_PORT: String(sandboxPort),
      PARLEY_PUBLIC_URL: origin,
      PARLEY_SANDBOX_PUBLIC_URL: `http://localhost:${sandboxPort}`,
      ...variables,
    },
  );
  running.push(container);
  await container.says('Ctrl-C drains and stops.');
  return { container, origin };
}

const stop = async (container: Container): Promise<number | null> => {
  running.splice(running.indexOf(container), 1);
  return container.stop();
};

async function send(origin: string, key: string): Promise<unknown> {
  const { statusCode, body } = await request(`${origin}/demo/api/messaging/?action=send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(SEND),
  });
  return [statusCode, await body.json()];
}

test('the image holds what its programs load, and no sources, tests or leftovers', () => {
  const code = join(image.root, 'parley');
  expect(findLostImports(code)).toEqual([]);
  expect(findLostLinks(code)).toEqual([]);
  expect(findNeedlessFiles(code)).toEqual([]);
  for (const name of ['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'services/pairing/LICENSE'])
    expect(existsSync(join(code, name)), name).toBe(true);
});

test('alone it is Parley with the sandbox: on the release of the base image, then with the same data on the oldest Node', {
  timeout: 300_000,
}, async () => {
  const first = await start(nodes.release, { PARLEY_SANDBOX: 'true' });
  const said = first.container.output();
  const [, key = ''] = /API key +(\S+)/.exec(said) ?? [];
  const [, link = ''] = /console +(\S+)/.exec(said) ?? [];
  expect(link).toMatch(`${first.origin}/console/sign-in#`);
  expect(said).toMatch(/^ {2}admin token {5}adm_/m);
  expect((await request(`${first.origin}/readyz`)).statusCode).toBe(200);
  expect((await request(`${first.origin}/console`)).statusCode).toBe(200);
  const browser = openConsoleBrowser(first.origin);
  await browser.call('redeem-sign-in-link', { token: new URL(link).hash.slice(1) });
  expect(await browser.call('me', {})).toMatchObject({ roles: ['owner'], tenant: { slug: 'demo' } });
  expect(await send(first.origin, key)).toMatchObject([200, { ok: true }]);
  const [health = ''] = image.settings.healthCheck;
  await first.container.exec(health);
  expect(await first.container.exec('parley', 'tenants', 'list', '--json')).toContain('"demo"');
  const { node } = JSON.parse(await first.container.exec('parley', 'system', 'show', '--json'));
  expect(node).toBe(await versionOf(nodes.release));
  expect(await stop(first.container)).toBe(0);

  const second = await start(nodes.floor, { PARLEY_SANDBOX: 'true' });
  expect(second.container.output()).not.toContain('admin token');
  expect(await send(second.origin, key)).toMatchObject([200, { ok: true }]);
  expect(await stop(second.container)).toBe(0);
  expect(readdirSync(join(image.root, 'data/postgres'))).not.toContain('postmaster.pid');
});

const versionOf = async (node: string): Promise<string> =>
  execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();

test('without the sandbox it prints the next commands for a machine with Docker, and they work', {
  timeout: 180_000,
}, async () => {
  const { container } = await start(nodes.release, {});
  const said = container.output();
  expect(said).not.toContain('npm run');
  const [, words = ''] = /^docker exec \S+ (parley tenants create .*)$/m.exec(said) ?? [];
  expect(await container.exec('sh', '-c', words)).toContain('shop');
  expect(await stop(container)).toBe(0);
});

test('a part is a command of it, and a command that does not exist names those that do', async () => {
  const [entry = ''] = image.settings.entrypoint;
  const ask = (...words: string[]) => runInImage({ ...image, node: nodes.release }, [entry, ...words]);
  expect(await ask('parley', '--version')).toMatchObject({ code: 0, said: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  expect(await ask('door')).toMatchObject({ code: 2, said: expect.stringContaining('There is no service door') });
  for (const part of ['gateway', 'migrate', 'send', 'quick', 'devices'])
    expect(await ask(part), part).toMatchObject({ code: 1, said: expect.stringMatching(/NATS_URL|DATABASE_URL/) });
  expect(await runInImage({ ...image, node: nodes.release }, image.settings.healthCheck)).toMatchObject({ code: 1 });
});
