import { holdTable } from '@parley/testing/database/hold-table';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import {
  type DoomedConnect,
  LOGIN_CALLS,
  prepareLogin,
  prepareSignup,
  SIGNUP_CALLS,
} from '../../support/channels/doomed-connects.ts';
import type { FaultCluster } from '../../support/load/fault-cluster.ts';
import { killAll, untilBack } from '../../support/load/kill-during.ts';
import type { GetCluster } from './get-cluster.ts';

/** The platform has not begun the call, or has carried it out, when the process dies. */
const MOMENTS = ['before', 'after'] as const;
/** In a short run too: all of them die in one kill. */
const CASES = [
  // Registrations last: one whose answer stays away for too long is looked up, and connected.
  ...LOGIN_CALLS.flatMap((call) => MOMENTS.map((moment) => ({ flow: 'login', call, moment }) as const)),
  ...SIGNUP_CALLS.flatMap((call) => MOMENTS.map((moment) => ({ flow: 'signup', call, moment }) as const)),
].filter(({ call, moment }) => call !== 'store' || moment === 'before');
const WITHIN_MS = 60_000;

/** Lets a connection reach its call: the platform never answers. */
async function strand({ system }: FaultCluster, { call, begin }: DoomedConnect, moment: 'before' | 'after') {
  if (call === null) return;
  const { provider, path } = call;
  const fault = { provider, mode: 'hang', match: { path }, after_accept: moment === 'after' } as const;
  const id = await system.sandbox.failNext(fault);
  void begin().catch(() => {});
  await pollUntil(async () => (await system.sandbox.armedFaults()).every((armed) => armed.id !== id) || null, {
    everyMs: 10,
    what: () => `a call of ${path}`,
  });
}

/** The transactions that wait for the held table. */
const countWaiting = async ({ rows }: FaultCluster): Promise<number> =>
  (await rows(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass`)).length;

/** The holds of the dead process end, as they do after two minutes. */
async function endHolds({ rows }: FaultCluster, slugs: readonly string[]): Promise<void> {
  const theirs = 'tenant_id IN (SELECT id FROM tenants WHERE slug = ANY ($1))';
  await rows(
    `UPDATE channel_accounts SET claimed_until = now() - interval '1 second' WHERE status = 'connecting' AND ${theirs}`,
    [slugs],
  );
  await rows(`UPDATE removal_jobs SET due_at = now() WHERE ${theirs}`, [slugs]);
  const left = () => rows(`SELECT 1 FROM removal_jobs WHERE ${theirs}`, [slugs]);
  await pollUntil(async () => (await left()).length === 0 || null, {
    deadlineMs: WITHIN_MS,
    what: () => 'the reversal of what the dead process set up',
  });
}

const eventsOf = async ({ rows }: FaultCluster, { slug }: { slug: string }): Promise<string[]> =>
  (
    await rows<{ type: string }>(
      `SELECT e.type FROM events e JOIN tenants t ON t.id = e.tenant_id
        WHERE t.slug = $1 AND e.type LIKE 'channel.%' ORDER BY e.id`,
      [slug],
    )
  ).map(({ type }) => type);

const channelsOf = async ({ tenant }: DoomedConnect): Promise<{ id: string }[]> =>
  (await tenant.get('channels')).body.channels;

// docs/reference/channels.md#connect-links
/** Kills processes at each step of the ways in which an owner connects a number or an account. */
export function killConnects(getCluster: GetCluster): void {
  test('killed at each step of Embedded Signup and of Instagram Login: nothing is half connected, holds are undone, and the person goes on; no number is registered twice', {
    timeout: 300_000,
  }, async () => {
    const cluster = getCluster();
    const { system } = cluster;
    const doomed = await Promise.all(
      CASES.map(async (given) => ({
        ...given,
        connect:
          given.flow === 'signup' ? await prepareSignup(system, given.call) : await prepareLogin(system, given.call),
      })),
    );
    for (const { connect, moment } of doomed) await strand(cluster, connect, moment);
    const held = await holdTable(cluster.postgres.url, 'events', 'SHARE');
    try {
      const storing = doomed.filter(({ connect }) => connect.call === null);
      for (const { connect } of storing) void connect.begin().catch(() => {});
      await pollUntil(async () => (await countWaiting(cluster)) >= storing.length || null, {
        everyMs: 10,
        what: () => `${storing.length} connections to be stored`,
      });
      await killAll(system, 'channel-connect');
    } finally {
      await held.release();
    }
    await untilBack(system);

    const nameOf = ({ flow, call, moment }: (typeof CASES)[number]) => `${flow}, ${call}, ${moment}`;
    for (const one of doomed) {
      expect(await channelsOf(one.connect), nameOf(one)).toEqual([]);
      expect(await eventsOf(cluster, one.connect.tenant), nameOf(one)).toEqual([]);
    }
    await endHolds(
      cluster,
      doomed.map(({ connect }) => connect.tenant.slug),
    );
    for (const one of doomed) {
      const { connect, flow } = one;
      expect((await connect.look()).isSubscribed, nameOf(one)).toBe(false);
      expect(await connect.goOn(), nameOf(one)).toEqual({
        service_status: 'success',
        channel: connect.channel,
        connected: '1',
        ids: connect.id,
      });
      expect(await channelsOf(connect), nameOf(one)).toMatchObject([{ id: connect.id, status: 'connected' }]);
      const registrations = flow === 'signup' ? 1 : 0;
      expect(await connect.look(), nameOf(one)).toEqual({ isSubscribed: true, registrations });
      expect(await eventsOf(cluster, connect.tenant), nameOf(one)).toEqual(['channel.connected']);
    }
  });
}
