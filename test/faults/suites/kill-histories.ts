import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { holdTable } from '@parley/testing/database/hold-table';
import { pollUntil } from '@parley/testing/poll-until';
import { makeSeededRandom } from '@parley/testing/seeded-random';
import { casesOf, perTier } from '@parley/testing/tier';
import { expect, test } from 'vitest';
import {
  lookAtNumber,
  type MadeNumber,
  makeNumber,
  makeSignupLink,
  openSignup,
  reportCode,
} from '../../support/channels/signup-walk.ts';
import type { FaultCluster } from '../../support/load/fault-cluster.ts';
import { killAll, untilBack } from '../../support/load/kill-during.ts';
import { makeTenant } from '../../support/tenants/client.ts';
import type { GetCluster } from './get-cluster.ts';

/** Parts of a history, and the messages of each. */
const PARTS = perTier({ short: 8, soak: 100 });
const PER_PART = 100;
const PERSON = '16505551234';
const WITHIN_MS = 120_000;
const START_S = Math.floor(Date.now() / 1000) - 30 * 86_400;

/** The request of a history at which the process dies: before the platform has it, or after it was accepted. */
const REQUESTS = (['smb_app_state_sync', 'history'] as const).flatMap((field) =>
  (['before', 'after'] as const).map((moment) => [field, moment] as const),
);

/** Odd, because the cluster form runs at every other commit. */
const SHORT_EVERY = 3;

/** A webhook about the chats of the app, without the members that name the number. */
type SharedValue = Parameters<SandboxDriver['graph']['whatsapp']['appShares']>[0]['values'][number];

/** A number of the WhatsApp Business app that is connected. */
interface Shared extends MadeNumber {
  accountId: number;
}

async function connectNumber(cluster: FaultCluster, prepare?: (made: MadeNumber) => Promise<void>): Promise<Shared> {
  const { system, rows } = cluster;
  const tenant = await makeTenant(system, { connectWa: false });
  const made = await makeNumber(system, { is_on_biz_app: true });
  await prepare?.(made);
  const page = await openSignup(await makeSignupLink(tenant));
  const { step } = await page.report(await reportCode(system, made));
  expect(step.location).toContain('service_status=success');
  const [account] = await rows<{ id: number }>('SELECT id FROM channel_accounts WHERE external_id = $1', [
    made.phoneNumberId,
  ]);
  return { ...made, accountId: account?.id ?? 0 };
}

const askedOf = async ({ system }: FaultCluster, made: MadeNumber): Promise<string[]> =>
  (await lookAtNumber(system, made)).number?.appDataAsked ?? [];
const untilAsked = (cluster: FaultCluster, made: MadeNumber, fields: number): Promise<true> =>
  pollUntil(async () => (await askedOf(cluster, made)).length >= fields || null, {
    deadlineMs: WITHIN_MS,
    what: () => 'the requests for a history',
  });

/** Part `nth` of a history: the messages of all parts are one row, oldest first. */
const partOf = ({ number }: MadeNumber, nth: number, of: number): SharedValue => ({
  history: [
    {
      metadata: { phase: 0, chunk_order: nth + 1, progress: Math.ceil((100 * (nth + 1)) / of) },
      threads: [
        {
          id: PERSON,
          context: { wa_id: PERSON },
          messages: Array.from({ length: PER_PART }, (_, index) => {
            const place = nth * PER_PART + index;
            return {
              ...(place % 2 === 0 ? { from: PERSON } : { from: number, to: PERSON }),
              id: `wamid.${number}.${place}`,
              timestamp: String(START_S + place),
              type: 'text',
              text: { body: `text ${place}` },
              history_context: { status: 'READ' },
            };
          }),
        },
      ],
    },
  ],
});

const share = ({ system }: FaultCluster, { phoneNumberId }: MadeNumber, values: SharedValue[]) =>
  system.sandbox.graph.whatsapp.appShares({ account: phoneNumberId, field: 'history', values });

interface Progress {
  imported: number;
  parts: number;
  staged: number;
}
async function progressOf({ rows }: FaultCluster, { accountId }: Shared): Promise<Progress> {
  const [found] = await rows<Progress>(
    `SELECT i.imported,
            (SELECT count(*)::int FROM history_parts p WHERE p.channel_account_id = $1) AS parts,
            (SELECT count(*)::int FROM history_messages m WHERE m.channel_account_id = $1) AS staged
       FROM history_imports i WHERE i.channel_account_id = $1`,
    [accountId],
  );
  return found ?? { imported: 0, parts: 0, staged: 0 };
}
const untilProgress = (cluster: FaultCluster, number: Shared, what: string, isThere: (now: Progress) => boolean) => {
  let last: Progress | null = null;
  return pollUntil(
    async () => {
      last = await progressOf(cluster, number);
      return isThere(last) || null;
    },
    {
      deadlineMs: WITHIN_MS,
      everyMs: 10,
      progress: () => JSON.stringify(last),
      what: () => `${what}: ${JSON.stringify(last)}`,
    },
  );
};
/** Ends the pause after the newest part. */
const endPause = ({ rows }: FaultCluster, { accountId }: Shared) =>
  rows(
    `UPDATE history_imports SET import_at = now() - interval '1 second'
      WHERE channel_account_id = $1 AND import_at IS NOT NULL`,
    [accountId],
  );

async function expectWholeOnce(cluster: FaultCluster, number: Shared, parts: number): Promise<void> {
  const { rows } = cluster;
  // A webhook that is repeated begins another pause.
  await pollUntil(
    async () => {
      await endPause(cluster, number);
      const now = await progressOf(cluster, number);
      return (now.imported >= parts * PER_PART && now.parts + now.staged === 0) || null;
    },
    { deadlineMs: WITHIN_MS, what: () => 'the import' },
  );
  const messages = await rows<{ text: string }>('SELECT text FROM messages WHERE channel_account_id = $1 ORDER BY id', [
    number.accountId,
  ]);
  const wanted = Array.from({ length: parts * PER_PART }, (_, place) => `text ${place}`);
  expect(messages.map(({ text }) => text)).toEqual(wanted);
  const state = () =>
    rows('SELECT imported, history_state FROM history_imports WHERE channel_account_id = $1', [number.accountId]);
  await expect.poll(state).toEqual([{ imported: wanted.length, history_state: 'done' }]);
  expect(
    await rows(
      `SELECT 1 FROM events e JOIN channel_accounts a USING (tenant_id) WHERE a.id = $1 AND e.type LIKE 'message.%'`,
      [number.accountId],
    ),
  ).toEqual([]);
}

// docs/reference/wa.md#history
/** Kills processes while the history of a number's app is requested, stored, read and imported. */
export function killHistories(getCluster: GetCluster): void {
  test.each(casesOf(REQUESTS, SHORT_EVERY))(
    'killed while %s is requested, %s the platform has it: each is requested once',
    { timeout: 300_000 },
    async (field, moment) => {
      const cluster = getCluster();
      const { system, rows } = cluster;
      let hanging = '';
      const number = await connectNumber(cluster, async ({ phoneNumberId }) => {
        const match = { path: `/${phoneNumberId}/smb_app_data` };
        // The contacts are requested first.
        if (field === 'history') await system.sandbox.failNext({ provider: 'wa', mode: 'delay', delay_ms: 1, match });
        hanging = await system.sandbox.failNext({
          provider: 'wa',
          mode: 'hang',
          match,
          after_accept: moment === 'after',
        });
      });
      await pollUntil(async () => (await system.sandbox.armedFaults()).every(({ id }) => id !== hanging) || null, {
        everyMs: 10,
        what: () => `the request of ${field}`,
      });
      await killAll(system, 'channel-connect');
      await untilBack(system);
      // The time after which a request is repeated whose webhooks have not come.
      await rows(
        `UPDATE history_imports SET due_at = now(), contacts_asked_at = contacts_asked_at - interval '11 minutes',
                history_asked_at = history_asked_at - interval '11 minutes' WHERE channel_account_id = $1`,
        [number.accountId],
      );
      const states = () =>
        rows('SELECT contacts_state, history_state FROM history_imports WHERE channel_account_id = $1', [
          number.accountId,
        ]);
      await expect.poll(states).toEqual([{ contacts_state: 'requested', history_state: 'requested' }]);
      // The sandbox refuses a second request, and lists accepted ones alone.
      expect(await askedOf(cluster, number)).toEqual(['smb_app_state_sync', 'history']);
    },
  );

  test('killed while one history is stored, another read and a third imported: each message of each is there once, in its order', {
    timeout: 600_000,
  }, async () => {
    const cluster = getCluster();
    const { system, postgres } = cluster;
    const random = makeSeededRandom();
    console.log(`${system.form} · ${PARTS} parts out of order: PARLEY_TEST_SEED=${random.seed}`);
    const stored = await connectNumber(cluster);
    const read = await connectNumber(cluster);
    const imported = await connectNumber(cluster);
    for (const number of [stored, read, imported]) await untilAsked(cluster, number, 2);

    const shuffled = Array.from({ length: PARTS }, (_, nth) => ({ nth, rank: random.next() }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ nth }) => partOf(imported, nth, PARTS));
    await share(cluster, imported, shuffled);
    await untilProgress(cluster, imported, 'all parts to be read', ({ parts }) => parts === 0);
    await endPause(cluster, imported);
    await untilProgress(cluster, imported, 'the first portion', (now) => now.imported > 0);
    const staging = await holdTable(postgres.url, 'history_messages', 'SHARE');
    const parts = await (async () => {
      await share(cluster, read, [partOf(read, 0, 1)]);
      await staging.waiting('INSERT INTO history_messages');
      return holdTable(postgres.url, 'history_parts', 'SHARE');
    })();
    const storing = share(cluster, stored, [partOf(stored, 0, 1)]).catch(() => {});
    await parts.waiting('INSERT INTO history_parts');
    expect((await progressOf(cluster, imported)).imported).toBeLessThan(PARTS * PER_PART);
    await killAll(system, 'inbound');
    await Promise.all([staging.release(), parts.release()]);
    await untilBack(system);
    await storing;
    // The platform sends a webhook again that was not answered.
    await share(cluster, stored, [partOf(stored, 0, 1)]);
    await expectWholeOnce(cluster, stored, 1);
    await expectWholeOnce(cluster, read, 1);
    await expectWholeOnce(cluster, imported, PARTS);
  });
}
