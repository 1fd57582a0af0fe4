import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { partsOf as clusterParts } from '@parley/parley/cluster/parts-of';
import { Environment, parseEnvironment } from '@parley/runtime/environment';
import { SECRET_GROUPS } from '@parley/runtime/environment/secret-groups';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { startNatsServer } from '@parley/testing/servers/nats-server';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { request } from 'undici';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readCodeFacts } from '../../scripts/read-code-facts.ts';
import {
  COMPOSE_FILES,
  ComposeFile,
  interpolate,
  interpolationsOf,
  ROOT,
  readCompose,
  readText,
} from '../support/system/compose-file.ts';
import { findComposeProblems } from '../support/system/compose-schema.ts';

/** Variables of the images of PostgreSQL and NATS, which no part of Parley reads. */
const OF_OTHERS = new Set([
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'NATS_GATEWAY_PASSWORD',
  'NATS_QUICK_PASSWORD',
  'NATS_BACKGROUND_PASSWORD',
  'NATS_DEVICES_PASSWORD',
]);
/** Variables of the forms without containers, and of the sandbox's own file. */
const NOT_IN_CONTAINERS = new Set([
  'PARLEY_URL',
  'PARLEY_DATA_DIR',
  'PARLEY_DEMO',
  'PARLEY_DEMO_MINUTES',
  'PARLEY_DEMO_PER_ADDRESS',
  'PARLEY_DEMO_WORKSPACES',
  'PARLEY_BACKUP_KEY',
  'PARLEY_SANDBOX',
  'PARLEY_SANDBOX_HOST',
  'PARLEY_SANDBOX_PORT',
  'PARLEY_SANDBOX_PUBLIC_URL',
  'PARLEY_SECOND_GATEWAY_PORT',
]);
const SECRET = /SECRET|TOKEN|PASSWORD|KEYS?$/;

const [BASE, SANDBOX] = COMPOSE_FILES;

/** The variables that an operator must set, as docker/make-env.sh writes them. */
let required: Record<string, string> = {};
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-env-'));
  execFileSync('sh', [join(ROOT, 'docker/make-env.sh'), join(folder, '.env')], { stdio: 'pipe' });
  // safe: each line that Node's reader gives has a value
  required = parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>;
  rmSync(folder, { recursive: true });
});

const readBase = async (): Promise<ComposeFile> => ComposeFile.parse(await readCompose(BASE, required));
const readSandbox = async (): Promise<ComposeFile> => ComposeFile.parse(await readCompose(SANDBOX, {}));

/** Parley's own parts of a file: name → command of the image, with its arguments; none is Parley on one machine. */
const partsOf = ({ services }: ComposeFile): [name: string, command: string, args: string[]][] =>
  Object.entries(services).flatMap(([name, { image, command: given = [] }]) => {
    const [command = 'one-machine', ...args] = given;
    return image?.startsWith('parley:') ? [[name, command, args]] : [];
  });
const { commands } = readCodeFacts(ROOT);
const ENTRY_POINT = join(ROOT, 'bin/parley-container');

/** Errors that docker compose reports for files merged in order; null if it is not installed. */
function problemsForDocker(files: readonly string[]): string[] | null {
  if (spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status !== 0) return null;
  const words = ['compose', ...files.flatMap((file) => ['-f', file]), 'config', '--quiet'];
  const env = { ...process.env, ...required };
  const { status, stderr } = spawnSync('docker', words, { cwd: ROOT, env, encoding: 'utf8' });
  return status === 0 ? [] : [`docker compose config ended with ${status}: ${stderr}`];
}

describe('the Compose files', () => {
  test('are valid under the Compose specification; docker compose accepts them if it is installed', async () => {
    expect(findComposeProblems(await readCompose(BASE, required))).toEqual([]);
    expect(findComposeProblems(await readCompose(SANDBOX, {}))).toEqual([]);
    expect(findComposeProblems({ services: { gateway: { replicas: 2 } } })).not.toEqual([]);
    const problems = [[BASE], [SANDBOX]].map(problemsForDocker);
    const isInstalled = !problems.includes(null);
    console.log(
      `Compose files: checked by the schema of the specification${isInstalled ? ' and by docker compose config' : ' alone; docker compose is not installed'}.`,
    );
    expect(problems.flatMap((found) => found ?? [])).toEqual([]);
  });

  test.each([
    ['the cluster', readBase],
    ['the sandbox', readSandbox],
  ])('name programs, files, services, volumes and health checks that exist: %s', async (_, read) => {
    const file = await read();
    for (const [name, command] of partsOf(file)) expect([...commands], name).toContain(command);
    for (const [name, { depends_on, volumes, deploy, ports }] of Object.entries(file.services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(file.services, `${name} → ${other}`).toHaveProperty([other]);
        if (condition === 'service_healthy') expect(file.services[other]?.healthcheck, other).toBeDefined();
      }
      for (const [source = ''] of volumes.map((volume) => volume.split(':')))
        if (source.startsWith('.')) await expect(access(join(ROOT, source))).resolves.toBe(undefined);
        else expect(file.volumes).toHaveProperty([source]);
      for (const port of ports)
        expect(portCount(port), `${name}: ${port}`).toBeGreaterThanOrEqual(deploy?.replicas ?? 1);
    }
  });

  test('publish ports on this machine alone, and take images by their full version', async () => {
    for (const { services } of [await readBase(), await readSandbox()])
      for (const [name, { ports, image = '' }] of Object.entries(services)) {
        for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
        expect(image, name).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
      }
    const dockerfile = await readText('Dockerfile');
    const bases = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, image]) => image);
    expect(new Set(bases)).toEqual(new Set([`\${REGISTRY}/\${NODE_IMAGE}`]));
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-[a-z]+-slim$/m);
  });

  test('run every service of the repository in one kind of process, each kind twice, without a sandbox', async () => {
    const base = await readBase();
    const kinds = partsOf(base).filter(([, , args]) => args.length > 0);
    const hosted = kinds.flatMap(([, , args]) => servicesOfArguments(args));
    expect(hosted.toSorted()).toEqual((await readdir(join(ROOT, 'services'))).toSorted());
    const inCode = clusterParts({}, [1, 2], {
      sandbox: false,
      together: true,
      natsUrlOf: () => '',
      metricsPort: undefined,
      healthPort: undefined,
    });
    for (const [kind, , args] of kinds)
      expect(['--name', kind, ...args], kind).toEqual(inCode.find(({ name }) => name === `${kind}-1`)?.args);
    for (const name of ['gateway', ...kinds.map(([kind]) => kind)]) {
      expect(base.services[name]?.deploy?.replicas, name).toBe(2);
      expect(base.services[name]?.healthcheck, name).toBeDefined();
    }
    expect(JSON.stringify(base)).not.toMatch(/sandbox|demo/i);
  });

  test('set only variables that a container reads, and let an operator set every one of them', async () => {
    const known = new Set(Object.keys(Environment.shape));
    const example = await readText('.env.example');
    const files = [await readBase(), await readSandbox()];
    const set = files.flatMap(({ services }) => Object.values(services)).flatMap((one) => Object.keys(one.environment));
    expect([...new Set(set)].filter((name) => !known.has(name) && !OF_OTHERS.has(name))).toEqual([]);
    const asked = COMPOSE_FILES.map((file) => readText(file).then(interpolationsOf));
    const names = (await Promise.all(asked)).flat().map(({ name }) => name);
    expect(
      names.filter(
        (name) => !example.includes(`\n${name}=`) && !example.includes(`\n# ${name}=`) && !OF_OTHERS.has(name),
      ),
    ).toEqual([]);
    // Add a new variable to docker-compose.yml or to a list above.
    const given = new Set(
      partsOf(await readBase()).flatMap(([name]) => Object.keys(files[0]?.services[name]?.environment ?? {})),
    );
    expect([...known].filter((name) => !given.has(name) && !NOT_IN_CONTAINERS.has(name))).toEqual([]);
  });

  test('give each process the secrets that its services read, and no other', async () => {
    const { services } = await readBase();
    for (const [name, , args] of partsOf(await readBase())) {
      const environment = services[name]?.environment ?? {};
      const runs = args.length > 0 ? servicesOfArguments(args) : [name];
      for (const { variables, readers } of Object.values(SECRET_GROUPS)) {
        if (name === 'migrate' || readers.length === 0) continue;
        const isReader = readers.some((reader) => runs.includes(reader));
        for (const variable of variables) expect(variable in environment, `${name}: ${variable}`).toBe(isReader);
      }
    }
    const { migrate, nats } = services;
    expect(Object.keys(migrate?.environment ?? {})).toEqual(['DATABASE_URL', 'DATABASE_DIRECT_URL']);
    const users = [...(await readText('docker/nats.conf')).matchAll(/user: (\w+)\n\s+password: \$(\w+)/g)];
    expect(users.map(([, , variable]) => variable)).toEqual(Object.keys(nats?.environment ?? {}));
    for (const [, user = '', variable = ''] of users)
      expect(services[user]?.environment.NATS_URL).toBe(`nats://${user}:${required[variable]}@nats:4222`);
  });

  test('give no secret a default: nothing starts without the required ones, which the script makes anew each time', async () => {
    const text = await readText(BASE);
    for (const { name, operator, operand } of interpolationsOf(text))
      if (SECRET.test(name) && !operator.endsWith('?')) expect(operand, name).toBe('');
    for (const name of Object.keys(required))
      expect(() => interpolate(text, { ...required, [name]: '' })).toThrow(`required variable ${name} is missing`);
    const literals = Object.values((await readBase()).services).flatMap(({ environment }) =>
      Object.entries(environment),
    );
    const given = new Set<string>([...Object.values(required), '']);
    expect(literals.filter(([name, value]) => SECRET.test(name) && !given.has(value))).toEqual([]);
    expect(new Set(Object.values(required)).size).toBe(Object.keys(required).length);
    expect(() => parseEnvironment({ PARLEY_ENCRYPTION_KEYS: required.PARLEY_ENCRYPTION_KEYS })).not.toThrow();
  });

  test('use only the providers’ public addresses', async () => {
    for (const [name] of partsOf(await readBase())) {
      const environment = parseEnvironment((await readBase()).services[name]?.environment ?? {});
      expect(environment, name).toMatchObject({
        PARLEY_GRAPH_URL: 'https://graph.facebook.com',
        PARLEY_TELEGRAM_URL: 'https://api.telegram.org',
        PARLEY_TIKTOK_URL: 'https://business-api.tiktok.com',
        PARLEY_WHATSAPP_WEB_URL: 'wss://web.whatsapp.com/ws/chat',
      });
      expect(environment.PARLEY_WHATSAPP_WEB_ROOT_KEY).toBeUndefined();
      expect(environment.PARLEY_EGRESS_ALLOW).toBeUndefined();
      expect(environment.PARLEY_META_APP_SECRET).toBeUndefined();
      expect(environment.PARLEY_TIKTOK_APP_SECRET).toBeUndefined();
    }
  });
});

test('docker/make-env.sh never changes a file that exists, and lets no other user read what it writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, '.env');
  const make = () => spawnSync('sh', [join(ROOT, 'docker/make-env.sh'), file], { encoding: 'utf8' });
  expect(make().status).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const written = readFileSync(file, 'utf8');
  expect(make()).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing was changed') });
  expect(readFileSync(file, 'utf8')).toBe(written);
});

test('the sandbox’s container starts as its file says, with a demo that sends', { timeout: 120_000 }, async () => {
  const { command = [], environment = {} } = (await readSandbox()).services.parley ?? {};
  const folder = mkdtempSync(join(tmpdir(), 'parley-sandbox-'));
  const [port, sandboxPort] = await reservePorts(2);
  const child = spawn(ENTRY_POINT, command, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...environment,
      PARLEY_DATA_DIR: join(folder, 'data'),
      PARLEY_PORT: String(port),
      PARLEY_SANDBOX_PORT: String(sandboxPort),
      PARLEY_PUBLIC_URL: `http://localhost:${port}`,
      PARLEY_SANDBOX_PUBLIC_URL: `http://localhost:${sandboxPort}`,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const findKey = (): string | null => {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output}`);
    return output.includes('Ctrl-C drains') ? (/API key +(\S+)/.exec(output)?.[1] ?? null) : null;
  };
  const key = await pollUntil(async () => findKey(), {
    deadlineMs: 90_000,
    everyMs: 100,
    what: () => `the demo's key: ${output}`,
  });
  const sent = await request(`http://localhost:${port}/demo/api/messaging/?action=send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'wa', to: '+16505551234', template: { name: 'hello_world', language: 'en_US' } }),
  });
  expect([sent.statusCode, await sent.body.json()]).toMatchObject([200, { ok: true }]);
});

/** How many containers a port mapping serves: `8080-8081:8080` serves two. */
function portCount(port: string): number {
  const [first = '', last = first] = (port.split(':').at(-2) ?? '').split('-');
  return Number(last) - Number(first) + 1;
}

function servicesOfArguments(args: readonly string[]): string[] {
  return args[args.indexOf('--services') + 1]?.split(',') ?? [];
}

test('every process starts and is ready with the environment of the base file and no configured provider', {
  timeout: 120_000,
}, async () => {
  const base = await readBase();
  const database = await createTestDatabase();
  const nats = await startNatsServer({ config: await readText('docker/nats.conf'), variables: required });
  onTestFinished(async () => {
    await nats.stop();
    await database.drop();
  });
  const parts = partsOf(base).filter(([name]) => name !== 'migrate');
  const ports = await reservePorts(2 * parts.length);
  const running = parts.map(([name, command, args], n) => {
    const [port, health] = [ports[2 * n], ports[2 * n + 1]];
    const child = spawn(ENTRY_POINT, [command, ...args], {
      env: {
        PATH: process.env.PATH,
        ...base.services[name]?.environment,
        DATABASE_URL: database.url,
        NATS_URL: base.services[name]?.environment.NATS_URL?.replace('nats:4222', `127.0.0.1:${nats.port}`),
        PARLEY_PORT: String(port),
        PARLEY_HEALTH_PORT: String(health),
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    onTestFinished(() => void child.kill('SIGKILL'));
    return { name, child, url: `http://127.0.0.1:${name === 'gateway' ? port : health}/readyz`, output: () => output };
  });
  for (const { name, child, url, output } of running) {
    const ready = async (): Promise<true | null> => {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${output()}`);
      const status = await request(url).then(
        async ({ statusCode, body }) => body.dump().then(() => statusCode),
        () => 0,
      );
      return status === 200 ? true : null;
    };
    await pollUntil(ready, { deadlineMs: 60_000, everyMs: 100, what: () => `${name} to be ready: ${output()}` });
  }
});
