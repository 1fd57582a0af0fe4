import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperatorClient } from '@parley/parley/command-line/operator-client';
import { type CopiedDevice, copyDevices } from '@parley/parley/move-in/copy-devices';
import { readSource } from '@parley/parley/move-in/move-in-source';
import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import { joinTenant } from '../console/console-browser.ts';
import type { System } from '../system/system.ts';
import { makeTenant, type TestTenant } from '../tenants/client.ts';
import { listAll } from '../tenants/list-all.ts';
import { webhookOf } from '../webhooks/expectations.ts';
import { type Installation, makeInstallation, type SourceName } from './installation.ts';
import { type MovingPhone, movingPhone } from './moving-phone.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CLI = join(ROOT, 'apps/parley/dist/cli.js');

/** Runs work for each item, a few at a time. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += 4)
    results.push(...(await Promise.all(items.slice(at, at + 4).map((item) => work(item)))));
  return results;
}

/** An installation that moves to a tenant of a running system. */
export interface MoveCase {
  system: System;
  /** The operator API. */
  client: OperatorClient;
  tenant: TestTenant;
  installation: Installation;
  phones: MovingPhone[];
}

export async function openCase(
  { system, client, directory }: Pick<MoveCase, 'system' | 'client'> & { directory: string },
  name: SourceName,
  counts: { devices: number; messages: number },
): Promise<MoveCase> {
  const tenant = await makeTenant(system, { channels: ['wd'], connectWa: false, events: EVENTS });
  const phones = await eachOf(
    Array.from({ length: counts.devices }, (_, index) => index),
    () => movingPhone(system),
  );
  const folder = await mkdtemp(join(directory, `${name}-`));
  return {
    system,
    client,
    tenant,
    phones,
    installation: await makeInstallation(name, folder, {
      phones,
      count: counts.messages,
      webhook: tenant.receiver.url,
    }),
  };
}
const EVENTS = ['message.received', 'message.sent', 'channel.connected', 'channel.disconnected'];

export const copy = (
  { client, tenant, installation }: MoveCase,
  given: OperatorClient = client,
  read = () => readSource(installation.source, new Date()),
): Promise<CopiedDevice[]> =>
  copyDevices({ client: given, slug: tenant.slug, instanceId: tenant.instanceId, source: installation.kind }, read, 0);

export interface Move {
  account_id: number;
  device: string;
  state: string;
}
export const movesOf = ({ tenant }: MoveCase): Promise<Move[]> => listAll<Move>(tenant, '/move-ins');
export const act = ({ tenant }: MoveCase, { account_id: id }: Pick<Move, 'account_id'>, verb: 'start' | 'release') =>
  tenant.admin('POST', `/move-ins/${id}/${verb}`, {});

/** Starts the devices, and waits until each has logged in. A call that a kill interrupts is repeated. */
export async function startAll(
  given: MoveCase,
  afterStart: (index: number) => Promise<void> = async () => {},
): Promise<void> {
  for (const [index, move] of (await movesOf(given)).filter(({ state }) => state === 'waiting').entries()) {
    await pollUntil(
      async () => {
        const answer = await act(given, move, 'start').catch(() => null);
        return answer?.status === 200 || null;
      },
      { what: () => `the start of account ${move.account_id}` },
    );
    await afterStart(index);
  }
  await pollUntil(
    async () => (await movesOf(given)).every(({ state }) => state === 'moved' || state === 'released') || null,
    { deadlineMs: 120_000, what: () => 'every device to log in' },
  );
}

/** Runs the command for the installation. */
function runMoveIn(
  { system, tenant, installation }: MoveCase,
  flags: readonly string[],
): {
  child: ChildProcess;
  ended: Promise<number | null>;
  out(): string;
} {
  let out = '';
  const args = [CLI, 'move-in', ...installation.args, ...flags, '--tenant', tenant.slug, '--json'];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, PARLEY_URL: system.origin, PARLEY_ADMIN_TOKEN: system.adminToken },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  return { child, ended: once(child, 'exit').then(([code]) => code as number | null), out: () => out };
}
/** Runs the command that imports histories. */
export const runHistory = (given: MoveCase) => runMoveIn(given, ['--history']);

export async function importAll(
  given: MoveCase,
): Promise<{ found: number; stored: number; refused: number; stopped: string | null }[]> {
  const { ended, out } = runHistory(given);
  const code = await ended;
  if (code !== 0) throw new Error(`The command ended with ${code}: ${out()}`);
  return JSON.parse(out()).devices;
}

/** The webhook of the source goes to a key that has none. */
export async function expectWebhook(given: MoveCase): Promise<void> {
  const { tenant, installation } = given;
  const { body: key } = await tenant.admin('POST', '/keys', { label: 'moved', channels: ['wd'] });
  const { ended, out } = runMoveIn(given, ['--settings', '--key', 'moved']);
  if ((await ended) !== 0) throw new Error(`The command failed: ${out()}`);
  expect(JSON.parse(out()).webhook.state).toBe(installation.webhook === null ? 'none' : 'set');
  const { body: now } = await tenant.admin('GET', `/keys/${key.instance_id}`);
  expect(now.webhook_url).toBe(installation.webhook);
  if (installation.webhook !== null)
    expect(now.events).toEqual(['message.received', 'message.sent', 'message.reaction']);
}

interface Listed {
  id: number;
  peer: string;
  name: string | null;
  unread: number;
}
/** The imported texts of the conversation with a person, newest first. */
async function oldTexts({ tenant }: MoveCase, conversation: Listed): Promise<string[]> {
  const messages = await listAll<{ text: string; imported?: boolean }>(
    tenant,
    `/conversations/${conversation.id}/messages`,
  );
  return messages.filter(({ imported }) => imported).map(({ text }) => text);
}

export async function expectHistories(given: MoveCase, messages: number): Promise<void> {
  const conversations = await listAll<Listed>(given.tenant, '/conversations');
  const expected = Array.from({ length: messages }, (_, index) => `old ${index}`);
  await eachOf(given.phones, async ({ person, name }) => {
    const found = conversations.filter(({ peer }) => peer === `+${person}`);
    expect(found).toMatchObject([{ name }]);
    for (const conversation of found) {
      const texts = await oldTexts(given, conversation);
      expect(texts).toEqual(expected);
    }
  });
  const received = (await given.tenant.webhooks()).filter(({ body }) => body.event === 'message.received');
  expect(received.filter(({ body }) => String(body.data.text).startsWith('old '))).toEqual([]);
}

/** Exchanges messages in a direct chat and in the group, after the move. */
export async function expectBothWays(
  { system, tenant }: MoveCase,
  phone: MovingPhone,
  accountId: number,
): Promise<void> {
  const { devices } = system.sandbox;
  const { number, person, group } = phone;
  await devices.writes(person, { to: number, type: 'text', text: `direct to ${number}` });
  await devices.writes(person, { to: group, type: 'text', text: `group to ${number}` });
  for (const text of [`direct to ${number}`, `group to ${number}`])
    await webhookOf(tenant, 'message.received', (data) => data.text === text);
  for (const [to, text] of [
    [`+${person}`, `direct from ${number}`],
    [group, `group from ${number}`],
  ]) {
    const sent = await tenant.post('send', { channel: 'wd', from: String(accountId), to, message: text });
    expect(sent.body).toMatchObject({ ok: true });
  }
  const taken = await devices.taken({ device: phone.deviceId });
  const mine = taken.filter(({ text }) => [`direct from ${number}`, `group from ${number}`].includes(text ?? ''));
  expect(mine.map(({ retries }) => retries)).toEqual([0, 0]);
}

const CALLS = {
  'begin-move-in': { field: 'state', before: null, after: 'copying' },
  'add-move-in-keys': null,
  'finish-move-in': { field: 'state', before: 'copying', after: 'waiting' },
  'start-move-in': { field: 'state', before: 'waiting', after: 'starting' },
  'release-move-in': { field: 'state', before: 'waiting', after: 'released' },
  'import-move-in-history': null,
} as const;

/** Each call of a move is in the audit log, with its states and without keys and messages. */
export async function expectAudited({ system, tenant }: MoveCase): Promise<void> {
  const { browser } = await joinTenant(system, tenant.slug, 'owner');
  for (const [action, change] of Object.entries(CALLS)) {
    const { items } = await browser.call('list-audit', { limit: 50, action });
    expect(items.length, action).toBeGreaterThan(0);
    expect(items[0]).toMatchObject({ actor: { type: 'token' }, outcome: 'done' });
    if (change)
      expect(
        items.some(({ changes }) =>
          changes.some(
            (one) => one.field === change.field && one.after === change.after && one.before === change.before,
          ),
        ),
        action,
      ).toBe(true);
    expect(JSON.stringify(items)).not.toMatch(/old \d|privKey|noiseKey/);
  }
}

export const isMine =
  ({ jid }: MovingPhone) =>
  (move: Move) =>
    move.device === jid;
export const accountOf = (moves: readonly Move[], phone: MovingPhone): number =>
  moves.find((move) => isMine(phone)(move) && move.state === 'moved')?.account_id ?? 0;

/** The number of conversations with a person whose old messages have begun to arrive. */
export async function countOld({ tenant, phones }: MoveCase): Promise<number> {
  const conversations = await listAll<Listed>(tenant, '/conversations');
  return conversations.filter(({ peer }) => phones.some(({ person }) => peer === `+${person}`)).length;
}
