import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { computed, oneOf } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';
import { HISTORY_FIELDS } from '@parley/providers/received/inbound-item';
import type { DueRequest, RequestOutcome } from './request.rules.ts';

/** When the next request is due. */
export const findDueRequest = defineDue({
  name: 'channel-connect.find-due-history-request',
  text: 'SELECT due_at FROM history_imports WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1',
});

const claim = defineStatement({
  name: 'channel-connect.claim-history-request',
  text: `UPDATE history_imports i SET due_at = $2, attempts = i.attempts + 1
           FROM channel_accounts c
          WHERE c.id = i.channel_account_id AND i.channel_account_id IN (
                  SELECT channel_account_id FROM history_imports WHERE due_at <= $1
                   ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING i.channel_account_id, i.tenant_id, c.external_id, c.credentials, i.ask_until, i.attempts,
                   CASE WHEN i.contacts_state = 'due' THEN 'smb_app_state_sync' ELSE 'history' END AS field,
                   CASE WHEN i.contacts_state = 'due' THEN i.contacts_asked_at ELSE i.history_asked_at END AS asked_at,
                   CASE WHEN i.contacts_state = 'due' THEN i.contacts_at ELSE i.history_at END AS answered_at`,
  params: { now: 'timestamptz', until: 'timestamptz' },
  row: {
    channelAccountId: 'int4',
    tenantId: 'int4',
    externalId: 'text',
    credentials: 'text',
    askUntil: 'timestamptz',
    attempts: 'int4',
    field: computed(oneOf(...HISTORY_FIELDS)),
    askedAt: 'timestamptz?',
    answeredAt: 'timestamptz?',
  },
});

/** Claims the request that is due first until a time; null when none is. */
export const claimRequest = (sql: Sql, lease: { now: Date; until: Date }): Promise<DueRequest | null> =>
  claim.first(sql, lease);

const FENCED = 'channel_account_id = $1 AND attempts = $2';
const markAsked = defineStatement({
  name: 'channel-connect.mark-history-asked',
  text: `UPDATE history_imports
            SET contacts_asked_at = CASE WHEN contacts_state = 'due' THEN $3 ELSE contacts_asked_at END,
                history_asked_at = CASE WHEN contacts_state = 'due' THEN history_asked_at ELSE $3 END
          WHERE ${FENCED}`,
  params: { channelAccountId: 'int4', attempts: 'int4', at: 'timestamptz' },
});

/** Notes that the request is about to be made; false when another worker has it by now. */
export const noteAsked = async (sql: Sql, request: DueRequest, at: Date): Promise<boolean> =>
  (await markAsked.run(sql, { ...request, at })) > 0;

const settleContacts = defineStatement({
  name: 'channel-connect.settle-contacts-request',
  text: `UPDATE history_imports
            SET contacts_state = CASE WHEN contacts_state = 'due' THEN $3 ELSE contacts_state END,
                contacts_request_id = coalesce($4, contacts_request_id), due_at = $5
          WHERE ${FENCED}`,
  params: {
    channelAccountId: 'int4',
    attempts: 'int4',
    state: 'text',
    requestId: 'text?',
    dueAt: 'timestamptz?',
  },
});

/** Webhooks may have moved the state of the history on while the request was running. */
const settleHistory = defineStatement({
  name: 'channel-connect.settle-history-request',
  text: `UPDATE history_imports
            SET history_state = CASE WHEN history_state = 'due' THEN $3 ELSE history_state END,
                history_request_id = coalesce($4, history_request_id),
                due_at = CASE WHEN history_state = 'due' THEN $5::timestamptz END
          WHERE ${FENCED}`,
  params: {
    channelAccountId: 'int4',
    attempts: 'int4',
    state: 'text',
    requestId: 'text?',
    dueAt: 'timestamptz?',
  },
});

/** Stores the outcome; once the contacts are settled, the history is due. */
export async function settleRequest(sql: Sql, request: DueRequest, outcome: RequestOutcome, now: Date): Promise<void> {
  const { field, channelAccountId, attempts } = request;
  const isContacts = field === 'smb_app_state_sync';
  const dueAt = outcome.state === 'due' ? outcome.dueAt : isContacts ? now : null;
  const requestId = outcome.state === 'requested' ? outcome.requestId : null;
  const settled = { channelAccountId, attempts, state: outcome.state, requestId, dueAt };
  await (isContacts ? settleContacts : settleHistory).run(sql, settled);
}
