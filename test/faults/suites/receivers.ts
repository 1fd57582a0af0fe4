import { makeId } from '@parley/common/ids';
import { expect, test } from 'vitest';
import { EVENTS, FAULT_TEST_MS, type FaultCluster, makeFaultTenant } from '../../support/load/fault-cluster.ts';
import { expectAllDelivered, startLoad } from '../../support/load/fault-load.ts';
import type { GetCluster } from './get-cluster.ts';

const HEALTHY = 20;
const BACKLOG = 5000;
const MEASURED = 100;
/**
 * Twice the number of attempts that one lane may have in flight: the receiver may not have seen the end of the earlier
 * ones yet.
 */
const MAX_SEEN_OPEN = 2 * 16;

function p99(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}

/** Commits a backlog of old reactions. */
async function commitBacklog(cluster: FaultCluster, slug: string): Promise<void> {
  await cluster.rows(
    `WITH made AS (
       INSERT INTO events (id, tenant_id, type, channel, data, created_at, position)
       SELECT made.id, t.id, 'message.reaction', 'wa', '{}', now(), pg_current_xact_id()::text::bigint + c.shift
         FROM tenants t, ledger_clock c, unnest($2::text[]) AS made(id) WHERE t.slug = $1
       RETURNING seq, tenant_id, type, channel)
     INSERT INTO deliveries (instance_id, event_seq)
     SELECT k.instance_id, made.seq
       FROM made JOIN api_keys k ON k.tenant_id = made.tenant_id AND k.enabled AND k.revoked_at IS NULL
        AND k.webhook_url IS NOT NULL AND made.type = ANY (k.events) AND made.channel = ANY (k.channels)`,
    [slug, Array.from({ length: BACKLOG }, () => makeId('evt'))],
  );
}

/** A dead receiver next to healthy ones. */
export function receivers(getCluster: GetCluster): void {
  test(`one dead receiver with a backlog of ${BACKLOG} and ${HEALTHY} healthy ones: the healthy ones get everything once, and the dead one holds few sockets`, {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const cluster = getCluster();
    const { receiver, form } = cluster;
    const tenant = await makeFaultTenant(cluster, HEALTHY);
    const measure = async (fault: string): Promise<number> => {
      const before = tenant.paths.map((path) => receiver.at(path).length);
      // One writer: the figure is the latency, not a queue.
      const load = startLoad(cluster, tenant, { writers: 1 });
      await load.untilMore(MEASURED);
      await expectAllDelivered(cluster, tenant, load, { fault, mostDuplicates: 0 });
      return p99(
        tenant.paths.flatMap((path, n) =>
          receiver
            .at(path)
            .slice(before[n])
            .map(({ tookMs }) => tookMs),
        ),
      );
    };
    await measure('the first events, to warm up');
    const alone = await measure(`${HEALTHY} healthy receivers alone`);

    const dead = `/${tenant.slug}-dead`;
    receiver.answer(dead, () => {});
    const instanceId = await tenant.addKey(dead, [...EVENTS, 'message.reaction']);
    await commitBacklog(cluster, tenant.slug);
    const beside = await measure(`${HEALTHY} healthy receivers beside a dead one`);
    console.log(
      `${form} · p99 from the event to its arrival at a healthy receiver: ${alone} ms alone, ${beside} ms beside a dead one (× ${(beside / Math.max(alone, 1)).toFixed(2)})`,
    );
    expect(receiver.open(dead).most).toBeGreaterThan(0);
    expect(receiver.open(dead).most).toBeLessThanOrEqual(MAX_SEEN_OPEN);
    const delivered = await cluster.rows('SELECT 1 FROM delivery_log WHERE instance_id = $1', [instanceId]);
    expect(delivered).toEqual([]);
    expect((await tenant.admin('DELETE', `/keys/${instanceId}`)).status).toBe(200);
  });
}
