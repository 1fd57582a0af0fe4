import { CHANNELS, type Channel } from '@parley/common/channels';
import type { QuarantinedView } from '@parley/common/contracts/operator/quarantine';
import { oneOf, type RowOf } from '@parley/database/column';
import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { openQuarantined, type QuarantineSource } from '@parley/messaging/quarantine';
import type { z } from 'zod';

type View = z.infer<typeof QuarantinedView>;

/** A quarantined element with its content. */
export interface OpenedElement {
  view: View;
  source: QuarantineSource;
  channel: Channel;
  externalId: string;
  /** JSON. */
  payload: string;
}

export type QuarantineStore = ReturnType<typeof makeQuarantineStore>;

/** Of one account, how many elements were dropped. */
export interface DroppedElements {
  tenantId: number;
  channel: Channel;
  /** The provider's id of the account; of the connection on wd. */
  externalId: string;
  count: number;
}

const ELEMENT = {
  id: 'int8',
  channel: oneOf(...CHANNELS),
  externalId: 'text',
  source: oneOf('webhook', 'comment', 'device', 'stanza'),
  kind: 'text',
  reason: 'text',
  attempts: 'int4',
  firstAt: 'timestamptz',
  lastAt: 'timestamptz',
} as const;
const COLUMNS = 'q.id, q.channel, q.external_id, q.source, q.kind, q.reason, q.attempts, q.first_at, q.last_at';

const toView = ({ externalId, firstAt, lastAt, ...element }: RowOf<typeof ELEMENT>): View => ({
  ...element,
  account_id: externalId,
  first_at: firstAt.toISOString(),
  last_at: lastAt.toISOString(),
});

const listAll = defineStatement({
  name: 'inbound.list-quarantined',
  text: `SELECT ${COLUMNS} FROM quarantined_elements q WHERE q.tenant_id = $1 AND q.id < $2 ORDER BY q.id DESC LIMIT $3`,
  params: { tenantId: 'int4', before: 'int8', limit: 'int8' },
  row: ELEMENT,
});

const listOfChannel = defineStatement({
  name: 'inbound.list-quarantined-of-channel',
  text: `SELECT ${COLUMNS} FROM quarantined_elements q
          WHERE q.tenant_id = $1 AND q.id < $2 AND q.channel = $4 ORDER BY q.id DESC LIMIT $3`,
  params: { tenantId: 'int4', before: 'int8', limit: 'int8', channel: 'text' },
  row: ELEMENT,
});

const findElement = defineStatement({
  name: 'inbound.find-quarantined',
  text: `SELECT ${COLUMNS}, q.payload FROM quarantined_elements q WHERE q.tenant_id = $1 AND q.id = $2`,
  params: { tenantId: 'int4', id: 'int8' },
  row: { ...ELEMENT, payload: 'text' },
});

const countAttempt = defineStatement({
  name: 'inbound.refuse-quarantined-again',
  text: `UPDATE quarantined_elements SET attempts = attempts + 1, last_at = now(), reason = $3
          WHERE tenant_id = $1 AND id = $2`,
  params: { tenantId: 'int4', id: 'int8', reason: 'text' },
});

const removeElement = defineStatement({
  name: 'inbound.remove-quarantined',
  text: 'DELETE FROM quarantined_elements WHERE tenant_id = $1 AND id = $2',
  params: { tenantId: 'int4', id: 'int8' },
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

const countElements = defineStatement({
  name: 'inbound.count-quarantined',
  text: 'SELECT count(*)::int4 AS count FROM quarantined_elements',
  row: { count: 'int4!' },
});

/** Above every id. */
const THE_END = '9223372036854775807';

/** The quarantine as an operator works with it; every element within its tenant. */
export function makeQuarantineStore(sql: Sql, cipher: Pick<Cipher, 'decrypt'>) {
  return {
    /** Newest first, at most `count`; null before which starts at the newest. */
    async list(
      tenantId: number,
      { before, count, channel }: { before: string | null; count: number; channel?: Channel | undefined },
    ): Promise<View[]> {
      const given = { tenantId, before: before ?? THE_END, limit: String(count) };
      const rows = await (channel === undefined
        ? listAll.all(sql, given)
        : listOfChannel.all(sql, { ...given, channel }));
      return rows.map(toView);
    },

    async find(tenantId: number, id: string): Promise<OpenedElement | null> {
      const found = await findElement.first(sql, { tenantId, id });
      if (!found) return null;
      const { payload, ...element } = found;
      return {
        view: toView(element),
        source: element.source,
        channel: element.channel,
        externalId: element.externalId,
        payload: openQuarantined(cipher, tenantId, payload),
      };
    },

    /** Counts a failed attempt. */
    async refusedAgain(tenantId: number, id: string, reason: string): Promise<void> {
      await countAttempt.run(sql, { tenantId, id, reason });
    },

    /** Returns whether it existed. */
    async remove(tenantId: number, id: string): Promise<boolean> {
      return (await removeElement.run(sql, { tenantId, id })) > 0;
    },

    /**
     * Removes the oldest elements of accounts that have more than `cap`, at most `limit` an account; whoever wrote them.
     * Two replicas never remove the same one.
     */
    dropBeyond: (cap: number, limit: number): Promise<DroppedElements[]> =>
      dropOldest.all(sql, { cap: String(cap), limit: String(limit) }),

    /** How many elements wait, of all tenants. */
    async count(): Promise<number> {
      return (await countElements.first(sql, {}))?.count ?? 0;
    },
  };
}
