import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findServerUser } from '@parley/embedded-postgres/server-user';
import { ensureDebianPostgres } from '@parley/testing/database/debian-postgres';
import { findServerDirectory } from '@parley/testing/database/server-directory';
import { pollUntil } from '@parley/testing/poll-until';
import { ensurePgBackRest } from '@parley/testing/programs/pgbackrest';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readText } from '../support/system/compose-file.ts';

const INSTALL_WITHIN_MS = 300_000;
const run = promisify(execFile);

let programs: string;
let pgbackrest: string;
beforeAll(async () => {
  programs = await ensureDebianPostgres();
  pgbackrest = await ensurePgBackRest();
}, INSTALL_WITHIN_MS);

/** The configuration and the commands of the page, with another text for each of its paths and values. */
async function readPage(values: Readonly<Record<string, string>>) {
  const page = await readText('docs/operations/backups.md');
  const fill = (text: string): string =>
    Object.entries(values).reduce((filled, [from, to]) => {
      expect(text).toContain(from);
      return filled.replaceAll(from, to);
    }, text);
  const [, configuration = ''] = /```ini\n(# \/etc\/pgbackrest\.conf.*?)```/s.exec(page) ?? [];
  const commands = [...page.matchAll(/^pgbackrest (.*?)(?: +#.*)?$/gm)].flatMap(([, line = '']) =>
    line.split(' && ').map((command) => command.replace(/^pgbackrest /, '')),
  );
  const [, archive = ''] = /archive_command = 'pgbackrest (.*?)'/.exec(page) ?? [];
  return { configuration: fill(configuration), commands, archive };
}

/** A command's arguments; `'2026-11-26 14:00:00+00'` is one. */
const argumentsOf = (command: string): string[] =>
  [...command.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([argument]) => argument.replaceAll("'", ''));

/** A PostgreSQL that archives by pgBackRest, and pgBackRest itself; all below one folder. */
async function openServer() {
  const directory = await mkdtemp(join(await findServerDirectory(), 'parley-pgbackrest-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const data = join(directory, 'data');
  const user = findServerUser(directory, join(programs, 'postgres'));
  const folders = ['repository', 'log', 'lock'].map((name) => join(directory, name));
  for (const folder of folders) await mkdir(folder);
  const page = await readPage({
    '/var/lib/pgbackrest': join(directory, 'repository'),
    '/var/lib/postgresql/15/main': data,
    '<a long random text, kept apart>': 'a-long-random-text',
  });
  const config = join(directory, 'pgbackrest.conf');
  const paths = `log-path=${directory}/log\nlock-path=${directory}/lock\n`;
  const socket = `pg1-socket-path=${directory}\npg1-user=parley\n`;
  await writeFile(config, page.configuration.replace('[parley]', `${paths}[parley]`) + socket);
  for (const path of [directory, ...folders, config]) user.own(path);

  const execute = async (program: string, ...given: string[]): Promise<void> => {
    const { file, args, ...owner } = user.command(program, given);
    await run(file, args, { cwd: directory, ...owner });
  };
  const option = `--config=${config}`;
  const backUp = (command: string): Promise<void> => execute(pgbackrest, option, ...argumentsOf(command));
  const query = async (text: string): Promise<unknown[]> => {
    const client = new pg.Client({ host: directory, user: 'parley', database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  let server: ChildProcess | undefined;
  async function kill(): Promise<void> {
    const running = server;
    server = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGQUIT');
    await ended;
  }
  onTestFinished(kill);
  async function start(): Promise<void> {
    const settings = {
      listen_addresses: '',
      unix_socket_directories: directory,
      shared_buffers: '16MB',
      archive_mode: 'on',
      archive_command: [pgbackrest, option, page.archive].join(' '),
    };
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const { file, args, ...owner } = user.command(join(programs, 'postgres'), ['-D', data, ...given]);
    server = spawn(file, args, { cwd: directory, ...owner, stdio: 'ignore' });
    const isPrimary = 'SELECT 1 WHERE NOT pg_is_in_recovery()';
    await pollUntil(async () => (await query(isPrimary).catch(() => []))[0] ?? null, { what: () => 'PostgreSQL' });
  }
  await execute(join(programs, 'initdb'), '-D', data, '-U', 'parley', '--auth-local=trust');
  await start();
  return { data, commands: page.commands, backUp, query, kill, start };
}

test('the configuration and commands of the page restore a lost server up to a moment, from an encrypted backup', {
  timeout: 120_000,
}, async () => {
  const server = await openServer();
  const [create = '', check = '', backup = '', restore = '', ...others] = server.commands;
  expect(others).toEqual([]);
  await server.backUp(create);
  await server.backUp(check);
  await server.query('CREATE TABLE kept AS SELECT 1 AS n');
  await server.backUp(backup);
  await server.query('INSERT INTO kept VALUES (2)');
  // pgBackRest knows the end of a backup by the second.
  await server.query('SELECT pg_sleep(1.5)');
  const [moment] = await server.query('SELECT now()::text AS at');
  await server.query('SELECT pg_sleep(0.01)');
  await server.query('INSERT INTO kept VALUES (3)');
  // Waits until the log so far is archived.
  await server.backUp(check);
  await server.kill();
  await rm(join(server.data, 'base'), { recursive: true });

  const { at } = moment as { at: string }; // safe: the row of the statement above
  await server.backUp(restore.replace('2026-11-26 14:00:00+00', at));
  await server.start();
  expect(await server.query('SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
});
