import type { RowOf } from '@parley/database/column';
import type { Account } from '../domain/reservation.ts';

/** Columns of an account `n`. */
export const ACCOUNT =
  'n.id AS account_id, n.external_id, n.name AS account_name, n.number AS account_number, n.credentials, n.offline_since IS NOT NULL AS is_offline';
/** When the reply window of a conversation `c` was last opened: by a message or a call of the person. */
export const LAST_INBOUND = 'greatest(c.last_inbound_at, c.last_call_at) AS last_inbound_at';
/** Columns of a conversation `c`. */
export const CONVERSATION = `c.id AS conversation_id, c.peer, ${LAST_INBOUND}, c.last_message_at, c.provider_thread_id AS thread_id`;

/** The types of {@link ACCOUNT}. */
export const ACCOUNT_ROW = {
  accountId: 'int4',
  externalId: 'text',
  accountName: 'text',
  accountNumber: 'text?',
  credentials: 'text',
  isOffline: 'bool!',
} as const;

export const toAccount = ({
  accountId: id,
  externalId,
  accountName: name,
  accountNumber: number,
  credentials,
  isOffline,
}: RowOf<typeof ACCOUNT_ROW>): Account => ({
  id,
  externalId,
  name,
  number,
  credentials,
  ...(isOffline ? { isOffline } : {}),
});

/** SQL: whether `from` names the account `n`: by its id, its label, or the digits of its number. */
export const isNamed = (from: string, digits: string): string =>
  `n.external_id = ${from} OR n.name = ${from} OR regexp_replace(n.number, '\\D', '', 'g') = ${digits}`;
