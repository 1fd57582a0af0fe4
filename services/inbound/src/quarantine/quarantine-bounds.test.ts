import type { Channel } from '@parley/common/channels';
import { type QuarantineSource, quarantine } from '@parley/messaging/quarantine';
import { silentLogger } from '@parley/testing/silent-logger';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { openService } from '../../test/open-service.ts';
import { limitQuarantine } from './limit-quarantine.ts';
import { dropQuarantinedBeyond } from './quarantine.store.ts';

// The quarantine has a limited number of rows for each account, whichever service wrote them.

interface Owner {
  tenantId: number;
  channel: Channel;
  externalId: string;
}

/** The service without workers; `onDropped` gets the fields of each warning about dropped elements. */
function openLimiter(inbound: OpenInbound, onDropped: (fields: Record<string, unknown>) => void) {
  const logger = silentLogger;
  return openService(inbound, { logger: { ...logger, warn: (_event, fields) => onDropped({ ...fields }) } });
}

const droppedOf = ({ tenantId, channel, externalId }: Owner, dropped: number) => ({
  tenant_id: tenantId,
  channel,
  external_id: externalId,
  dropped,
});

/** Writes elements like every service, one after the other; their kinds are their numbers. */
async function fill({ database, cipher }: OpenInbound, owner: Owner, source: QuarantineSource, numbers: number[]) {
  for (const n of numbers)
    await quarantine(database.db, cipher, [{ ...owner, source, kind: String(n), reason: 'a test', payload: `[${n}]` }]);
}

const numbersOf = async ({ rows }: OpenInbound, { tenantId, channel, externalId }: Owner): Promise<number[]> => {
  const found = await rows<{ n: number }>(
    `SELECT kind::int AS n FROM quarantined_elements WHERE tenant_id = $1 AND channel = $2 AND external_id = $3 ORDER BY id`,
    tenantId,
    channel,
    externalId,
  );
  return found.map(({ n }) => n);
};

/** Writes many elements at once; their content cannot be decrypted. */
const fillInBulk = ({ rows }: OpenInbound, { tenantId, channel, externalId }: Owner, count: number) =>
  rows(
    `INSERT INTO quarantined_elements (tenant_id, channel, external_id, source, kind, reason, fingerprint, payload)
     SELECT $1::int, $2::text, $3::text, 'webhook', n, 'a test', $2::text || $3::text || n, ''
       FROM generate_series(1, $4::int) AS n`,
    tenantId,
    channel,
    externalId,
    count,
  );

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('beyond an account’s cap the oldest elements are dropped and reported, whichever service wrote them, and other accounts keep theirs', async () => {
  const inbound = await openForTest();
  const full = { tenantId: inbound.tenantId, channel: 'fb', externalId: 'page' } as const;
  const device = { ...full, channel: 'wd', externalId: '7' } as const;
  const [neighbour] = await inbound.rows<{ id: number }>(
    `INSERT INTO tenants (slug, name) VALUES ('neighbour', 'Neighbour') RETURNING id`,
  );
  const others = [
    { ...full, externalId: 'another page' },
    { ...full, channel: 'ig' },
    { ...full, tenantId: Number(neighbour?.id) },
  ] as const;
  await fill(inbound, full, 'comment', range(1, 3));
  await fill(inbound, device, 'stanza', range(1, 6));
  for (const other of others) await fill(inbound, other, 'webhook', range(1, 5));
  await fill(inbound, full, 'webhook', range(4, 9));
  await fill(inbound, device, 'device', range(7, 8));

  const dropped: unknown[] = [];
  const service = openLimiter(inbound, (fields) => dropped.push(fields));
  await limitQuarantine(service, 5);
  expect(await numbersOf(inbound, full)).toEqual(range(5, 9));
  expect(await numbersOf(inbound, device)).toEqual(range(4, 8));
  for (const other of others) expect(await numbersOf(inbound, other)).toEqual(range(1, 5));
  expect(dropped).toHaveLength(2);
  expect(dropped).toEqual(expect.arrayContaining([droppedOf(full, 4), droppedOf(device, 3)]));
  await limitQuarantine(service, 5);
  expect(dropped).toHaveLength(2);
});

test('one check leaves no account over its cap, however many elements it has', async () => {
  const inbound = await openForTest();
  const full = { tenantId: inbound.tenantId, channel: 'tg', externalId: 'bot' } as const;
  // Fewer than the running service's own cap, so that its check drops none of them.
  await fillInBulk(inbound, full, 2003);
  const counts: number[] = [];
  const service = openLimiter(inbound, ({ dropped }) => counts.push(Number(dropped)));
  await limitQuarantine(service, 2, 1000);
  expect(await numbersOf(inbound, full)).toEqual([2002, 2003]);
  expect(counts).toEqual([1000, 1000, 1]);
});

test('two replicas that check at the same time drop and count an element once', async () => {
  const inbound = await openForTest();
  const full = { tenantId: inbound.tenantId, channel: 'tt', externalId: 'business' } as const;
  await fillInBulk(inbound, full, 3000);
  const drop = () => dropQuarantinedBeyond(inbound.database.db, 100, 10_000);
  const dropped = (await Promise.all(Array.from({ length: 4 }, drop))).flat();
  expect(dropped.reduce((sum, { count }) => sum + count, 0)).toBe(2900);
  expect(await numbersOf(inbound, full)).toEqual(range(2901, 3000));
});

test('running services keep ten thousand per account, and count the dropped ones', { timeout: 60_000 }, async () => {
  const inbound = await openForTest();
  const full = { tenantId: inbound.tenantId, channel: 'wa', externalId: 'number' } as const;
  await fillInBulk(inbound, full, 10_050);
  // A service first checks soon after its start; either of the two may check first.
  const replicas = [inbound, await inbound.startReplica()];
  const counted = async (): Promise<string[]> => {
    const texts = replicas.map(({ metrics }) => metrics.getSingleMetricAsString('parley_quarantine_dropped_total'));
    return (await Promise.all(texts)).flatMap((text) => /^parley_quarantine_dropped_total\{.*$/m.exec(text)?.[0] ?? []);
  };
  await expect.poll(counted).toEqual(['parley_quarantine_dropped_total{channel="wa"} 50']);
  expect(await numbersOf(inbound, full)).toEqual(range(51, 10_050));
});
