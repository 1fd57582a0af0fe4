import type { Sql } from '@parley/prisma/sql';
import type { ChangedBy } from '@parley/providers/inbound-item';
import { boundText } from '@parley/providers/tidy-values';
import { keepable } from '../domain/keepable.ts';

/** Whether a message was written by whoever changes it: in a group by that very participant, else by whoever the conversation is with. Null says nothing. */
const writtenBy = (by: string): string => {
  const addresses = `ARRAY(SELECT jsonb_array_elements_text(${by}::jsonb -> 'addresses'))`;
  return `(${by}::jsonb IS NULL OR CASE WHEN (${by}::jsonb ->> 'isAccount')::boolean THEN direction = 'out'
     ELSE direction = 'in' AND CASE WHEN extra ? 'author' THEN extra -> 'author' ?| ${addresses}
       ELSE EXISTS (SELECT 1 FROM conversations c
                     WHERE c.id = messages.conversation_id
                       AND (c.peer = ANY (${addresses})
                            OR EXISTS (SELECT 1 FROM contact_addresses a
                                        WHERE a.tenant_id = c.tenant_id AND a.channel = c.channel
                                          AND a.contact_id = c.contact_id AND a.address = ANY (${addresses})))) END END)`;
};
/** Whether a message stands in the group that whoever changes it is an admin of. */
const inGroupOfAdmin = (by: string): string =>
  `EXISTS (SELECT 1 FROM conversations c WHERE c.id = messages.conversation_id AND c.peer = ${by}::jsonb ->> 'adminOf')`;
const byValue = (by: ChangedBy | null): string | null => (by === null ? null : JSON.stringify(by));

/** What became of an edit or a revocation; `absent`: its message is not stored, at least not yet. */
export type ChangeOutcome = 'changed' | 'repeated' | 'absent';

/** Runs `update` on the message that `$1` (account) and `$2` (provider's id) name, and tells whether there is one. */
async function change(sql: Sql, name: string, update: string, values: unknown[]): Promise<ChangeOutcome> {
  const { rows } = await sql.query<{ outcome: ChangeOutcome }>({
    name,
    text: `WITH changed AS (UPDATE messages ${update} RETURNING 1)
           SELECT CASE WHEN EXISTS (SELECT 1 FROM changed) THEN 'changed'
                       WHEN messaging_find($1, $2) IS NULL THEN 'absent' ELSE 'repeated' END AS outcome`,
    values,
  });
  return rows[0]?.outcome ?? 'repeated';
}

/** Puts the new text of an edited message; an older edit that comes late changes nothing. */
export const storeEdit = (
  sql: Sql,
  edit: { accountId: number; providerMessageId: string; text: string; at: Date; by: ChangedBy | null },
): Promise<ChangeOutcome> =>
  change(
    sql,
    'inbound-store-edit',
    `SET text = $3, edited_at = $4
      WHERE channel_account_id = $1 AND provider_message_id = $2 AND (edited_at IS NULL OR edited_at <= $4)
        AND text IS DISTINCT FROM $3 AND ${writtenBy('$5')}`,
    [edit.accountId, edit.providerMessageId, edit.text, edit.at, byValue(edit.by)],
  );

/** Marks a message that its sender, or an admin of its group, took back. */
export const storeRevocation = (
  sql: Sql,
  revoked: { accountId: number; providerMessageId: string; at: Date; by: ChangedBy | null },
): Promise<ChangeOutcome> =>
  change(
    sql,
    'inbound-store-revocation',
    `SET revoked_at = $3
      WHERE channel_account_id = $1 AND provider_message_id = $2 AND revoked_at IS NULL
        AND (${writtenBy('$4')} OR ${inGroupOfAdmin('$4')})`,
    [revoked.accountId, revoked.providerMessageId, revoked.at, byValue(revoked.by)],
  );

/** Gives a contact its new address, which later sends go to. Answers whether anything changed. */
export async function storeIdentityChange(
  sql: Sql,
  change: { tenantId: number; channel: string; previousAddress: string; newAddress: string },
): Promise<boolean> {
  const { rows } = await sql.query<{ changed: boolean }>({
    name: 'inbound-change-address',
    text: 'SELECT inbound_change_address($1, $2, $3, $4) AS changed',
    values: [change.tenantId, change.channel, change.previousAddress, change.newAddress],
  });
  return rows[0]?.changed ?? false;
}

/** An element of a provider webhook that was not understood, or is nobody's here. */
export interface UnknownElement {
  channel: string;
  reason: string;
  payload: unknown;
}

const MAX_REASON_LENGTH = 500;

/** Keeps what was not understood, for a person to look at. */
export async function storeUnknown(sql: Sql, elements: readonly UnknownElement[]): Promise<void> {
  if (elements.length === 0) return;
  await sql.query({
    name: 'inbound-store-unknown',
    text: `INSERT INTO unknown_provider_events (channel, reason, payload)
           SELECT channel, reason, payload FROM jsonb_to_recordset($1::jsonb) AS u(channel text, reason text, payload jsonb)`,
    values: [
      JSON.stringify(
        elements.map((element) => ({
          ...element,
          reason: boundText(element.reason, MAX_REASON_LENGTH),
          payload: keepable(element.payload),
        })),
      ),
    ],
  });
}

/** Removes what nobody looked at in time; answers how many. */
export async function dropUnknownBefore(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query({
    name: 'inbound-drop-unknown',
    text: 'DELETE FROM unknown_provider_events WHERE received_at < $1',
    values: [before],
  });
  return rowCount;
}
