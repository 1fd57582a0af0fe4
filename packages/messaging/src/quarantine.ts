import type { Channel } from '@parley/common/channels';
import type { Cipher } from '@parley/database/encryption';
import { type Sql, sqlState } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';

/** The source of a quarantined element: determines the form of its payload, and how it is retried. */
export type QuarantineSource = 'webhook' | 'comment' | 'device' | 'stanza';

/** An element that was acknowledged to its network but could not be stored because of its content. */
export interface QuarantinedElement {
  tenantId: number;
  channel: Channel;
  /** The provider's id of the account; on wd that of the connection. */
  externalId: string;
  source: QuarantineSource;
  /** Kind of the element: message, receipt, reaction, … */
  kind: string;
  /** Must not contain content: it is stored and logged in clear text. */
  reason: string;
  /** JSON. */
  payload: string;
}

const purposeOf = (tenantId: number): string => `quarantined_elements:${tenantId}`;

const insertElements = defineBatchStatement({
  name: 'quarantine.add',
  text: `INSERT INTO quarantined_elements AS q (tenant_id, channel, external_id, source, kind, reason, fingerprint, payload)
         SELECT * FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         ON CONFLICT (tenant_id, fingerprint) DO UPDATE
            SET attempts = q.attempts + 1, last_at = now(), reason = excluded.reason`,
  items: {
    tenantId: 'int4',
    channel: 'text',
    externalId: 'text',
    source: 'text',
    kind: 'text',
    reason: 'text',
    fingerprint: 'text',
    sealed: 'text',
  },
});

/** The reason of a refusal, without the values that a database error may quote. */
export function refusalReason(error: unknown): string {
  const state = sqlState(error);
  if (state !== null) return `refused by the database (${state})`;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code.slice(0, 200);
  return error instanceof Error ? error.name : 'unknown error';
}

/**
 * Stores elements, encrypted, until an operator retries or discards them. A repeated element is counted as one more
 * attempt.
 */
export async function quarantine(
  sql: Sql,
  cipher: Pick<Cipher, 'encrypt' | 'sign'>,
  elements: readonly QuarantinedElement[],
): Promise<void> {
  const rows = elements.map((element) => ({
    ...element,
    fingerprint: cipher.sign(
      JSON.stringify([element.channel, element.externalId, element.source, element.payload]),
      purposeOf(element.tenantId),
    ),
    sealed: cipher.encrypt(element.payload, purposeOf(element.tenantId)),
  }));
  // PostgreSQL rejects a statement that writes a row twice. Sorted, so that all transactions lock in the same order.
  const distinct = [...new Map(rows.map((row) => [`${row.tenantId}:${row.fingerprint}`, row])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
  await insertElements.run(sql, distinct, {});
}

/** The JSON of a quarantined element. */
export const openQuarantined = (cipher: Pick<Cipher, 'decrypt'>, tenantId: number, sealed: string): string =>
  cipher.decrypt(sealed, purposeOf(tenantId));
