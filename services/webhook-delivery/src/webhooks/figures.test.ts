import { showWebhookFigures, WEBHOOK_FIGURES_MAX } from '@parley/common/contracts/console/webhook-figures';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';

let fixture: OpenDelivery;
let worker: Worker;
let instanceId: string;
let keys = 0;

beforeAll(async () => {
  fixture = await openDelivery();
  worker = await fixture.startWorker();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
  instanceId = `ins_figures000${++keys}`;
  await fixture.addKey(instanceId, 'http://127.0.0.1:9/a');
});

interface Ended {
  count: number;
  status?: 'delivered' | 'failed';
  hoursAgo?: number;
  /** Time of each attempt, by its number from 1; null: without an attempt. */
  latencyMs?: string;
  of?: string;
}

/** Stores ended deliveries; later calls have higher numbers within a day. */
const store = ({ count, status = 'delivered', hoursAgo = 0, latencyMs = '1', of = instanceId }: Ended) =>
  fixture.rows(
    `INSERT INTO delivery_log (id, instance_id, event_seq, status, attempts, created_at, ended_at, latency_ms)
     SELECT ((extract(epoch FROM at)::bigint / 86400) << 40) + nextval('deliveries_id_seq'), $1, 1, $2, 1, at, at, ${latencyMs}
       FROM (SELECT n, now() - make_interval(hours => $3::int) AS at FROM generate_series(1, $4::int) n) made ORDER BY n`,
    of,
    status,
    hoursAgo,
    count,
  );
const show = (tenantId = fixture.tenantId) => worker.callAsMember(tenantId, showWebhookFigures, { instanceId });

describe('the figures of a webhook', () => {
  test('count what ended in the last 24 hours, with the duration that 95 % stay within', async () => {
    await store({ count: 100, latencyMs: 'n' });
    await store({ count: 25, status: 'failed', latencyMs: 'NULL' });
    await store({ count: 7, status: 'failed', hoursAgo: 25, latencyMs: '9000' });
    await fixture.addKey(`${instanceId}b`, 'http://127.0.0.1:9/b');
    await store({ count: 3, status: 'failed', latencyMs: '9000', of: `${instanceId}b` });
    expect(await show()).toEqual({ ended: 125, delivered: 100, p95Ms: 95, isCut: false });
    const all = await worker.callAsMember(fixture.tenantId, showWebhookFigures, {});
    expect(all).toEqual({ ended: 128, delivered: 100, p95Ms: 98, isCut: false });
  });

  test('count only the newest deliveries, if there are more than the limit', async () => {
    await store({ count: 10, status: 'failed', hoursAgo: 1 });
    await store({ count: WEBHOOK_FIGURES_MAX });
    expect(await show()).toEqual({
      ended: WEBHOOK_FIGURES_MAX,
      delivered: WEBHOOK_FIGURES_MAX,
      p95Ms: 1,
      isCut: true,
    });
  });

  test('are empty before the first delivery, and unknown_key to another workspace', async () => {
    expect(await show()).toEqual({ ended: 0, delivered: 0, p95Ms: null, isCut: false });
    const { id } = await fixture.one<{ id: number }>(`INSERT INTO tenants (slug, name) VALUES ('o', 'O') RETURNING id`);
    await expect(show(id)).rejects.toMatchObject({ code: 'unknown_key' });
    const nothing = { ended: 0, delivered: 0, p95Ms: null, isCut: false };
    expect(await worker.callAsMember(id, showWebhookFigures, {})).toEqual(nothing);
  });
});
