import type { RowOf } from '@parley/database/column';
import type { Account } from '../domain/reservation.ts';

/** Columns of an account `n`. */
export const ACCOUNT =
  'n.id AS account_id, n.external_id, n.name AS account_name, n.number AS account_number, n.credentials';
/** Columns of a conversation `c`. */
export const CONVERSATION =
  'c.id AS conversation_id, c.peer, c.last_inbound_at, c.last_message_at, c.provider_thread_id AS thread_id';

/** The types of {@link ACCOUNT}. */
export const ACCOUNT_ROW = {
  accountId: 'int4',
  externalId: 'text',
  accountName: 'text',
  accountNumber: 'text?',
  credentials: 'text',
} as const;

export const toAccount = ({
  accountId: id,
  externalId,
  accountName: name,
  accountNumber: number,
  credentials,
}: RowOf<typeof ACCOUNT_ROW>): Account => ({ id, externalId, name, number, credentials });

/** SQL: whether `from` names the account `n`: by its id, its label, or the digits of its number. */
export const isNamed = (from: string, digits: string): string =>
  `n.external_id = ${from} OR n.name = ${from} OR regexp_replace(n.number, '\\D', '', 'g') = ${digits}`;
