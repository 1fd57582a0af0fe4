import { createHash } from 'node:crypto';
import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import { expectBotAccounts, untilUsageIsSettled } from '../bots/bot-accounts.ts';
import { endedTurns } from '../bots/bots.ts';
import { fetchLink } from '../browser/browser-files.ts';
import type { FaultCluster } from '../load/fault-cluster.ts';
import { callJson } from '../requests/call-json.ts';
import { killNow } from '../system/process-tree.ts';
import { uniqueDigits } from '../tenants/client.ts';
import { expectMailsOnce, untilMailsEnd } from '../tenants/confirmation-mails.ts';
import { listAll } from '../tenants/list-all.ts';
import type { ConsoleLoad, ListedConversation } from './console-load.ts';

/** Timeout without any progress. */
const WITHIN_MS = 180_000;
/** Replies sent concurrently at the pace of the load: the number that may be unknown after a kill of the sender. */
const TURNS_IN_FLIGHT = 4;
/** The batch size of a worker of notifications. */
const MAILS_IN_FLIGHT = 8;

/** How often a process was killed while it sent, by kind. */
export interface SenderKills {
  messages: number;
  mails: number;
}

/** Waits for refused webhooks, which are retried later: nothing is settled before the last one. */
async function untilNoWebhookWaits({ system }: FaultCluster): Promise<void> {
  let waiting = 0;
  await pollUntil(
    async () => {
      waiting = await system.sandbox.pendingWebhooks();
      return waiting === 0 || null;
    },
    { deadlineMs: WITHIN_MS, everyMs: 200, progress: () => waiting, what: () => `the last ${waiting} webhooks` },
  );
}

/**
 * Asserts that each customer got one reply, or has a turn with unknown outcome, and that tokens and credit are
 * recorded.
 */
async function expectReplies(cluster: FaultCluster, { bots }: ConsoleLoad, kills: number): Promise<string> {
  const { system } = cluster;
  for (const mode of ['own', 'platform'] as const) {
    const tenant = bots.tenants[mode];
    await endedTurns(tenant, tenant.botId, bots.customers[mode].length, WITHIN_MS);
  }
  await untilUsageIsSettled(cluster, async () => {
    const killed = (await system.processes('bots')).filter(({ pid }) => killNow(pid));
    expect(killed.length).toBeGreaterThan(0);
    await system.ready();
  });
  const { replied, unknown, interrupted } = await expectBotAccounts(cluster, bots);
  expect(replied).toBeGreaterThan(0);
  expect(unknown).toBeLessThanOrEqual(kills * TURNS_IN_FLIGHT);
  return `${replied} customers of bots answered once, ${unknown} turns unknown, ${interrupted} calls of models interrupted`;
}

/** Asserts that each recipient has one confirmation, which came once or is unknown. */
async function expectMails({ system }: FaultCluster, load: ConsoleLoad, kills: number): Promise<string> {
  const { tenant, recipients } = load;
  const ended = await untilMailsEnd(tenant, recipients.length, WITHIN_MS);
  const { came, unknown } = await expectMailsOnce(system, tenant, ended);
  const confirmations = recipients.map((id) => ended.filter(({ recipient_id: of }) => of === id).length);
  expect(confirmations).toEqual(recipients.map(() => 1));
  expect(came).toBeGreaterThan(0);
  expect(unknown).toBeLessThanOrEqual(kills * MAILS_IN_FLIGHT);
  return `${recipients.length} recipients, ${came} mails, ${unknown} unknown`;
}

/** Asserts that a provider fetches exactly the uploaded bytes of each finished file. */
async function expectFiles({ system }: FaultCluster, { tenant, uploads }: ConsoleLoad): Promise<string> {
  const customer = uniqueDigits('1690');
  expect((await tenant.customerWrites(customer, { text: 'Your files?' })).callbacks).toMatchObject([{ status: 200 }]);
  const conversations = await listAll<ListedConversation>(tenant, '/conversations');
  const thread = conversations.find(({ peer }) => peer === `+${customer}`);
  for (const { id } of uploads) {
    const sent = await tenant.admin('POST', `/conversations/${thread?.id}/messages`, { upload_id: id });
    expect(sent, `the send of ${id}`).toMatchObject({ status: 200 });
  }
  const { sends } = await system.sandbox.calls({ channel: 'wa', to: customer });
  expect(sends).toHaveLength(uploads.length);
  for (const [nth, { filename, sha256 }] of uploads.entries()) {
    const { bytes } = await fetchLink(sends[nth]?.body);
    expect(JSON.stringify(sends[nth]?.body)).toContain(filename);
    expect(createHash('sha256').update(bytes).digest('hex'), filename).toBe(sha256);
  }
  expect(uploads.length).toBeGreaterThan(0);
  return `${uploads.length} files byte for byte`;
}

async function untilErased({ system }: FaultCluster, ids: readonly string[]): Promise<void> {
  let left = [...ids];
  const isDone = async (id: string): Promise<boolean> => {
    const { body } = await callJson('GET', `${system.origin}/api/admin/erasures/${id}`, { token: system.adminToken });
    return body.status === 'done';
  };
  await pollUntil(
    async () => {
      const done = await Promise.all(left.map(isDone));
      left = left.filter((_, nth) => !done[nth]);
      return left.length === 0 || null;
    },
    { deadlineMs: WITHIN_MS, everyMs: 200, progress: () => left.length, what: () => `the erasures ${left.join(', ')}` },
  );
}

/** The numbers of the customers whose messages contain a word, once the search knows every wanted one. */
async function findPeers({ tenant }: ConsoleLoad, word: string, wanted: readonly string[]): Promise<string[]> {
  let missing: string[] = [];
  const what = (): string => `messages with ${word} of ${missing.length} customers to be found, ${missing[0]} first`;
  return pollUntil(
    async () => {
      const hits = await listAll<{ peer: string }>(tenant, `/messages?q=${word}`);
      const peers = hits.map(({ peer }) => peer.slice(1));
      missing = wanted.filter((customer) => !peers.includes(customer));
      return missing.length === 0 ? peers : null;
    },
    { deadlineMs: WITHIN_MS, everyMs: 200, progress: () => missing.length, what },
  );
}

/** Asserts that erased people are gone, all others exist once, and their conversations have the expected status. */
async function expectPeople(cluster: FaultCluster, load: ConsoleLoad): Promise<string> {
  const { tenant, erasures, statuses } = load;
  await untilErased(cluster, [...erasures.values()]);
  const conversations = await listAll<ListedConversation>(tenant, '/conversations');
  const shown = conversations.map(({ peer, status }) => [peer.slice(1), status] as const);
  expect(shown.filter(([person]) => erasures.has(person))).toEqual([]);
  const kept = await findPeers(load, 'keep', [...statuses.keys()]);
  expect(kept.filter((person) => statuses.has(person))).toHaveLength(statuses.size);
  const forgotten = await findPeers(load, 'forget', []);
  expect(forgotten.filter((person) => erasures.has(person))).toEqual([]);
  const texts = [...erasures.keys()].map((person) => `Forget ${person}`);
  expect(await cluster.rows('SELECT peer FROM messages WHERE text = ANY ($1)', [texts])).toEqual([]);
  for (const person of erasures.keys())
    expect((await tenant.admin('GET', `/contacts?identifier=${encodeURIComponent(`+${person}`)}`)).body).toMatchObject({
      items: [],
    });
  const changed = [...statuses.values()].filter((status) => status !== 'open').length;
  const byPerson = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
    one < other ? -1 : 1;
  expect(shown.filter(([person]) => statuses.has(person)).sort(byPerson)).toEqual([...statuses].sort(byPerson));
  expect(erasures.size).toBeGreaterThan(0);
  expect(changed).toBeGreaterThan(0);
  return `${erasures.size} people erased; ${changed} of ${statuses.size} conversations changed`;
}

/** Stops the load and compares the final state with the answers. Prints figures. */
export async function expectConsoleOutcomes(
  cluster: FaultCluster,
  load: ConsoleLoad,
  { fault, kills }: { fault: string; kills: SenderKills },
): Promise<void> {
  await load.stop();
  await untilNoWebhookWaits(cluster);
  const figures = [
    await expectReplies(cluster, load, kills.messages),
    await expectMails(cluster, load, kills.mails),
    await expectFiles(cluster, load),
    await expectPeople(cluster, load),
  ];
  console.log(`${cluster.form} · ${fault}: ${figures.join('; ')}`);
}
