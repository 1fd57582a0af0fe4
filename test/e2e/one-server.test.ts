import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { access, appendFile, cp, mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureDebianPostgres } from '@parley/testing/database/debian-postgres';
import { pollUntil } from '@parley/testing/poll-until';
import { ensureCaddy } from '@parley/testing/programs/caddy';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ComposeFile, interpolate, merge, ROOT, readCompose, readText } from '../support/system/compose-file.ts';
import { findComposeProblems } from '../support/system/compose-schema.ts';

const FILE = 'deploy/compose/one-server.yml';
const FOLDER = join(ROOT, 'deploy/compose');
const REQUIRED = {
  POSTGRES_PASSWORD: 'aLongRandomText',
  PARLEY_ADMIN_TOKEN: 'another-long-random-text',
  PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  NATS_GATEWAY_PASSWORD: 's1',
  NATS_QUICK_PASSWORD: 's2',
  NATS_BACKGROUND_PASSWORD: 's3',
  NATS_DEVICES_PASSWORD: 's4',
  PARLEY_DOMAIN: 'chat.example',
};
const INSTALL_WITHIN_MS = 300_000;
const run = promisify(execFile);

const readMerged = async (): Promise<ComposeFile> =>
  ComposeFile.parse(merge(await readCompose('docker-compose.yml', REQUIRED), await readCompose(FILE, REQUIRED)));

test('the file of one server is valid under the Compose specification, and names files and volumes that exist', async () => {
  const merged = merge(await readCompose('docker-compose.yml', REQUIRED), await readCompose(FILE, REQUIRED));
  expect(findComposeProblems(merged)).toEqual([]);
  const file = await readMerged();
  for (const { volumes, depends_on } of Object.values(file.services)) {
    for (const [source = ''] of volumes.map((volume) => volume.split(':')))
      if (source.startsWith('.')) await access(join(ROOT, source));
      else expect(Object.keys(file.volumes)).toContain(source);
    for (const other of Object.keys(depends_on)) expect(Object.keys(file.services)).toContain(other);
  }
});

test('only Caddy publishes ports, the gateway trusts it alone, and nothing starts without the name of the server', async () => {
  const { services } = await readMerged();
  const published = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
  expect(published.map(([name]) => name)).toEqual(['caddy']);
  const address = /ipv4_address: ([\d.]+)/.exec(await readText(FILE))?.[1];
  expect(services.gateway?.environment.PARLEY_TRUSTED_PROXIES).toBe(address);
  for (const name of ['gateway', 'quick', 'background', 'devices'])
    expect(services[name]?.environment.PARLEY_PUBLIC_URL, name).toBe('https://chat.example');
  const text = await readText(FILE);
  expect(() => interpolate(text, { ...REQUIRED, PARLEY_DOMAIN: '' })).toThrow('PARLEY_DOMAIN is missing');
});

interface Route {
  match?: { path?: string[]; not?: { remote_ip?: { ranges: string[] } }[] }[];
  handle?: { handler: string; status_code?: number; routes?: Route[] }[];
}

test(
  'Caddy accepts its file, and refuses the operator API to strangers',
  async () => {
    await ensureCaddy();
    const env = { ...process.env, PARLEY_DOMAIN: 'chat.example', PARLEY_OPERATOR_NETWORKS: '192.0.2.0/24' };
    const { stdout } = await run('caddy', ['adapt', '--validate', '--config', join(FOLDER, 'Caddyfile')], { env });
    const found: Route[] = [];
    JSON.parse(stdout, (_, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'handle' in value) found.push(value as Route); // safe: Caddy's form
      return value;
    });
    const refusing = found.filter(({ handle = [] }) => handle.some(({ status_code }) => status_code === 403));
    expect(refusing.map(({ match }) => match)).toEqual([
      [
        {
          path: ['/api/admin', '/api/admin/*', '/trpc', '/trpc/*'],
          not: [{ remote_ip: { ranges: ['192.0.2.0/24'] } }],
        },
      ],
    ]);
    expect(stdout).toContain('reverse_proxy');
  },
  INSTALL_WITHIN_MS,
);

const Named = z.object({ name: z.string() });
/** A PostgreSQL with the settings of the one server, whose data and backups are below a folder. */
interface Server {
  query(text: string): Promise<unknown[]>;
  backUp(): Promise<void>;
  kill(): Promise<void>;
}

let bin: string;
beforeAll(async () => {
  bin = await ensureDebianPostgres();
}, INSTALL_WITHIN_MS);

/** Options of a program: PostgreSQL's refuse to run as root. */
function asServerUser() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function startServer(folder: string, data: string): Promise<Server> {
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    BACKUPS: join(folder, 'backups'),
    UPLOADS: join(folder, 'uploads'),
    PGHOST: folder,
    PGUSER: 'parley',
    KEEP_DAYS: '14',
  };
  const settings = {
    config_file: join(FOLDER, 'postgresql.conf'),
    archive_command: `sh ${join(FOLDER, 'archive-wal.sh')} "%p" "%f"`,
    // A test needs less.
    shared_buffers: '16MB',
    listen_addresses: '',
    unix_socket_directories: folder,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const user = asServerUser();
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...args], { env, cwd: folder, ...user });
  let output = '';
  child.stderr.on('data', (part) => (output += part));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async (): Promise<void> => {
    child.kill('SIGQUIT');
    await ended;
  };
  onTestFinished(kill);
  const query = async (text: string): Promise<unknown[]> => {
    const client = new pg.Client({ host: folder, user: 'parley', database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  await pollUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(output);
      return (await query('SELECT 1 WHERE NOT pg_is_in_recovery()').catch(() => [])).length > 0 || null;
    },
    { what: () => `PostgreSQL: ${output}` },
  );
  return {
    query,
    kill,
    backUp: async () => void (await run('sh', [join(FOLDER, 'backup.sh'), 'once'], { env, cwd: folder, ...user })),
  };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp('/tmp/parley-one-server-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'uploads'));
  await writeFile(join(folder, 'uploads/file'), 'of a customer');
  for (const one of [folder, join(folder, 'uploads')]) chmodSync(one, 0o777);
  await run(join(bin, 'initdb'), ['-D', join(folder, 'data'), '-U', 'parley', '--auth-local=trust'], asServerUser());
  return folder;
}

const complete = (folder: string): string[] =>
  readdirSync(join(folder, 'backups/base')).filter((name) => !name.endsWith('.part'));

/** Makes the only backup a month old. */
async function makeOld(folder: string): Promise<void> {
  const [name = ''] = complete(folder);
  const old = '2026-01-01T00-00-00Z';
  const base = join(folder, 'backups/base');
  await rename(join(base, name), join(base, old));
  await rename(join(folder, 'backups/uploads', `${name}.tar`), join(folder, 'backups/uploads', `${old}.tar`));
  const then = Date.now() / 1000 - 30 * 24 * 3600;
  await utimes(join(base, old), then, then);
}

test('a server with these settings is restored from the sidecar’s backups up to its last archived change; old ones are removed', {
  timeout: 120_000,
}, async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'backups/wal'), { recursive: true });
  for (const one of ['backups', 'backups/wal']) chmodSync(join(folder, one), 0o777);
  if (process.getuid?.() === 0) await run('chown', ['-R', 'postgres', join(folder, 'backups')]);
  const server = await startServer(folder, join(folder, 'data'));
  expect(await server.query('SHOW fsync')).toEqual([{ fsync: 'on' }]);
  await server.query('CREATE TABLE kept AS SELECT 1 AS n');
  await server.backUp();
  await makeOld(folder);
  await server.backUp();
  await server.query('INSERT INTO kept VALUES (2)');
  const [last] = await server.query('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  const isArchived = `SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= '${Named.parse(last).name}'`;
  await pollUntil(async () => (await server.query(isArchived))[0] ?? null, { what: () => 'the archive' });
  await server.kill();
  await rm(join(folder, 'data'), { recursive: true });

  const [name = '', ...others] = complete(folder);
  expect([others, readdirSync(join(folder, 'backups/uploads'))]).toEqual([[], [`${name}.tar`]]);
  expect(readdirSync(join(folder, 'backups/wal'))).not.toContain('000000010000000000000001.gz');
  const restored = join(folder, 'restored');
  await cp(join(folder, 'backups/base', name), restored, { recursive: true });
  await writeFile(join(restored, 'recovery.signal'), '');
  const command = `gzip -dc ${join(folder, 'backups/wal')}/%f.gz > "%p"`;
  await appendFile(join(restored, 'postgresql.auto.conf'), `restore_command = '${command}'\n`);
  if (process.getuid?.() === 0) await run('chown', ['-R', 'postgres', restored]);
  chmodSync(restored, 0o700);
  const again = await startServer(folder, restored);
  expect(await again.query('SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
  const { stdout } = await run('tar', ['-xOf', join(folder, 'backups/uploads', `${name}.tar`), './file']);
  expect(stdout).toBe('of a customer');
});

test('the archive refuses another segment of the same name, and accepts the same one again', async () => {
  const folder = await mkdtemp('/tmp/parley-one-server-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'wal'));
  const archive = async (text: string): Promise<boolean> => {
    await writeFile(join(folder, 'segment'), text);
    const env = { ...process.env, BACKUPS: folder };
    return run('sh', [join(FOLDER, 'archive-wal.sh'), join(folder, 'segment'), 'one'], { env }).then(
      () => true,
      () => false,
    );
  };
  expect([await archive('a'), await archive('a'), await archive('b')]).toEqual([true, true, false]);
  const { stdout } = await run('gzip', ['-dc', join(folder, 'wal/one.gz')]);
  expect(stdout).toBe('a');
  expect(await readFile(join(folder, 'segment'), 'utf8')).toBe('b');
});
