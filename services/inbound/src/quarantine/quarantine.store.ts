import { at } from '@parley/common/at';
import type { Camel } from '@parley/common/casing/camel';
import { CHANNELS, Channel } from '@parley/common/channels';
import type { QuarantinedView } from '@parley/common/contracts/operator/quarantine';
import { boundText } from '@parley/common/text/clean-text';
import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { openQuarantined, type QuarantineSource } from '@parley/messaging/quarantine';
import { z } from 'zod';
import { keepable, type UnknownElement } from './unknown.rules.ts';

type View = Camel<z.infer<typeof QuarantinedView>>;
type Prisma = Pick<PrismaDatabase, 'prisma'>;

/** A quarantined element with its content. */
export interface OpenedElement {
  view: View;
  source: QuarantineSource;
  channel: Channel;
  externalId: string;
  /** JSON. */
  payload: string;
}

/** The number of dropped elements of one account. */
interface DroppedElements {
  tenantId: number;
  channel: Channel;
  /** The provider's id of the account; on wd that of the connection. */
  externalId: string;
  count: number;
}

const ELEMENT = {
  id: true,
  channel: true,
  externalId: true,
  source: true,
  kind: true,
  reason: true,
  attempts: true,
  firstAt: true,
  lastAt: true,
} as const;

const Source = z.enum(['webhook', 'comment', 'device', 'stanza']);

interface Row {
  id: bigint;
  channel: string;
  externalId: string;
  source: string;
  kind: string;
  reason: string;
  attempts: number;
  firstAt: Date;
  lastAt: Date;
}

const toView = ({ id, channel, source, externalId, firstAt, lastAt, ...element }: Row): View => ({
  ...element,
  id: String(id),
  channel: Channel.parse(channel),
  source: Source.parse(source),
  accountId: externalId,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
});

const countAttempt = defineStatement({
  name: 'inbound.refuse-quarantined-again',
  text: `UPDATE quarantined_elements SET attempts = attempts + 1, last_at = now(), reason = $3
          WHERE tenant_id = $1 AND id = $2`,
  params: { tenantId: 'int4', id: 'int8', reason: 'text' },
});

const dropOldest = defineStatement({
  name: 'inbound.drop-quarantined-beyond',
  text: `WITH full_ones AS (
           SELECT tenant_id, channel, external_id FROM quarantined_elements GROUP BY 1, 2, 3 HAVING count(*) > $1),
         beyond AS (
           SELECT old.id FROM full_ones f CROSS JOIN LATERAL (
             SELECT q.id FROM quarantined_elements q
              WHERE q.tenant_id = f.tenant_id AND q.channel = f.channel AND q.external_id = f.external_id
              ORDER BY q.id DESC OFFSET $1 LIMIT $2) AS old),
         gone AS (
           DELETE FROM quarantined_elements WHERE id IN (
             SELECT q.id FROM quarantined_elements q WHERE q.id IN (SELECT id FROM beyond) FOR UPDATE SKIP LOCKED)
           RETURNING tenant_id, channel, external_id)
         SELECT tenant_id, channel, external_id, count(*)::int4 AS count FROM gone GROUP BY 1, 2, 3`,
  params: { cap: 'int8', limit: 'int8' },
  row: { tenantId: 'int4', channel: oneOf(...CHANNELS), externalId: 'text', count: 'int4!' },
});

const countAll = defineStatement({
  name: 'inbound.count-quarantined',
  text: 'SELECT count(*)::int4 AS count FROM quarantined_elements',
  row: { count: 'int4!' },
});

/** Newest first, at most `count`; a null cursor starts at the newest. */
export async function findQuarantinedPage(
  { prisma }: Prisma,
  tenantId: number,
  { before, count, channel }: { before: string | null; count: number; channel?: Channel | undefined },
): Promise<View[]> {
  const rows = await prisma.quarantinedElement.findMany({
    where: {
      tenantId,
      ...(before === null ? {} : { id: { lt: BigInt(before) } }),
      ...(channel === undefined ? {} : { channel }),
    },
    select: ELEMENT,
    orderBy: { id: 'desc' },
    take: count,
  });
  return rows.map(toView);
}

export async function findQuarantined(
  { prisma }: Prisma,
  cipher: Pick<Cipher, 'decrypt'>,
  tenantId: number,
  id: string,
): Promise<OpenedElement | null> {
  const where = { tenantId, id: BigInt(id) };
  const found = await prisma.quarantinedElement.findFirst({ where, select: { ...ELEMENT, payload: true } });
  if (!found) return null;
  const { payload, ...element } = found;
  const view = toView(element);
  return {
    view,
    source: Source.parse(element.source),
    channel: view.channel,
    externalId: element.externalId,
    payload: openQuarantined(cipher, tenantId, payload),
  };
}

/** Records a failed attempt. */
export async function refuseAgain(sql: Sql, tenantId: number, id: string, reason: string): Promise<void> {
  await countAttempt.run(sql, { tenantId, id, reason });
}

/** Returns whether it existed. */
export const removeQuarantined = async ({ prisma }: Prisma, tenantId: number, id: string): Promise<boolean> =>
  (await prisma.quarantinedElement.deleteMany({ where: { tenantId, id: BigInt(id) } })).count > 0;

/**
 * Removes the oldest elements of accounts that have more than `cap`, at most `limit` per account, whichever service wrote
 * them. Two replicas never remove the same one.
 */
export const dropQuarantinedBeyond = (sql: Sql, cap: number, limit: number): Promise<DroppedElements[]> =>
  dropOldest.all(sql, { cap: String(cap), limit: String(limit) });

/** The number of quarantined elements, of all tenants. */
export const countQuarantined = async (sql: Sql): Promise<number> => at(await countAll.all(sql, {}), 0).count;

const MAX_REASON_LENGTH = 500;

const insertUnknown = defineBatchStatement({
  name: 'inbound.insert-unknown',
  text: `INSERT INTO unknown_provider_events (channel, reason, payload)
         SELECT * FROM unnest($1::text[], $2::text[], $3::jsonb[])`,
  items: { channel: 'text', reason: 'text', payload: 'jsonb' },
});

/** Stores unknown elements for people to inspect. */
export async function storeUnknown(sql: Sql, elements: readonly UnknownElement[]): Promise<void> {
  const rows = elements.map(({ channel, reason, payload }) => ({
    channel,
    reason: boundText(reason, MAX_REASON_LENGTH),
    payload: keepable(payload),
  }));
  await insertUnknown.run(sql, rows, {});
}

const deleteUnknown = defineStatement({
  name: 'inbound.drop-unknown',
  plan: 'index',
  text: 'DELETE FROM unknown_provider_events WHERE received_at < $1',
  params: { before: 'timestamptz' },
});

/** Deletes expired elements; returns the number of deleted rows. */
export const dropUnknownBefore = (sql: Sql, before: Date): Promise<number> => deleteUnknown.run(sql, { before });
