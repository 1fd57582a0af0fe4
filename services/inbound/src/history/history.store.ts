import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';
import { HISTORY_FIELDS } from '@parley/providers/received/inbound-item';
import type { KnownName, StagedMessage } from './history.rules.ts';

const addPart = defineStatement({
  name: 'inbound.add-history-part',
  plan: 'index',
  text: `INSERT INTO history_parts (channel_account_id, field, payload, received_at, due_at) VALUES ($1, $2, $3, $4, $4)`,
  params: { channelAccountId: 'int4', field: 'text', payload: 'jsonb', receivedAt: 'timestamptz' },
});

/** Keeps a webhook with a part of a history until it is read. */
export const keepPart = (
  sql: Sql,
  part: { channelAccountId: number; field: string; payload: unknown; receivedAt: Date },
): Promise<number> => addPart.run(sql, part);

/** When the next part is read; reads only the first. */
export const findDuePart = defineDue({
  name: 'inbound.find-due-history-part',
  text: 'SELECT due_at FROM history_parts ORDER BY due_at, id LIMIT 1',
});

/** When waiting messages are imported. */
export const findDueImport = defineDue({
  name: 'inbound.find-due-history-import',
  text: 'SELECT import_at AS due_at FROM history_imports WHERE import_at IS NOT NULL ORDER BY import_at LIMIT 1',
});

const IMPORT = { channelAccountId: 'int4', fromId: 'int8', toId: 'int8', progress: 'int4?' } as const;
const COLUMNS = 'i.channel_account_id, i.from_id, i.to_id, i.progress';

/** An import that this transaction has locked. */
export interface LockedImport {
  channelAccountId: number;
  fromId: string;
  toId: string;
  progress: number | null;
}

const lockToRead = defineStatement({
  name: 'inbound.lock-history-to-read',
  plan: 'index',
  text: `SELECT ${COLUMNS}
           FROM (SELECT channel_account_id FROM history_parts WHERE due_at <= $1 ORDER BY due_at, id LIMIT 100) p
          CROSS JOIN LATERAL (SELECT * FROM history_imports e WHERE e.channel_account_id = p.channel_account_id
                               LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED) i
          LIMIT 1`,
  params: { now: 'timestamptz' },
  row: IMPORT,
});

/** Locks an import with a part that is due; null when other workers have all of them. */
export const lockImportToRead = (sql: Sql, now: Date): Promise<LockedImport | null> => lockToRead.first(sql, { now });

const duePart = defineStatement({
  name: 'inbound.due-history-part',
  plan: 'index',
  text: `SELECT id, field, payload, received_at FROM history_parts
          WHERE channel_account_id = $1 AND due_at <= $2 ORDER BY due_at, id LIMIT 1`,
  params: { channelAccountId: 'int4', now: 'timestamptz' },
  row: { id: 'int8', field: oneOf(...HISTORY_FIELDS), payload: 'jsonb', receivedAt: 'timestamptz' },
});

export const nextPart = (sql: Sql, channelAccountId: number, now: Date) =>
  duePart.first(sql, { channelAccountId, now });

const removePart = defineStatement({
  name: 'inbound.remove-history-part',
  plan: 'index',
  text: 'DELETE FROM history_parts WHERE id = $1',
  params: { id: 'int8' },
});

export const deletePart = (sql: Sql, id: string): Promise<number> => removePart.run(sql, { id });

const postpone = defineStatement({
  name: 'inbound.postpone-history-part',
  plan: 'index',
  text: `UPDATE history_parts
            SET attempts = attempts + 1, due_at = $2::timestamptz + least(power(2, attempts), 3600) * interval '1 second'
          WHERE id = $1`,
  params: { id: 'int8', now: 'timestamptz' },
});

/** Reads a part again later: each attempt doubles the pause. */
export const postponePart = (sql: Sql, id: string, now: Date): Promise<number> => postpone.run(sql, { id, now });

/** The file of a placeholder may arrive before it, and replaces it. */
const stage = defineStatement({
  name: 'inbound.stage-history',
  plan: 'index',
  text: `INSERT INTO history_messages AS h (channel_account_id, provider_message_id, happened_at, addresses, is_placeholder, item)
         SELECT $1, w.id, w.at, w.addresses, w.placeholder, w.item
           FROM jsonb_to_recordset($2) AS w(id text, at timestamptz, addresses text[], placeholder bool, item jsonb)
         ON CONFLICT (channel_account_id, provider_message_id) DO UPDATE
           SET item = excluded.item, is_placeholder = false, addresses = excluded.addresses
         WHERE h.is_placeholder AND NOT excluded.is_placeholder`,
  params: { channelAccountId: 'int4', rows: 'jsonb' },
});

/** Keeps messages until they are imported, each once. */
export const stageMessages = (sql: Sql, channelAccountId: number, messages: readonly StagedMessage[]) =>
  stage.run(sql, { channelAccountId, rows: messages });

const namePeople = defineStatement({
  name: 'inbound.name-history-people',
  plan: 'index',
  text: `INSERT INTO history_people AS h (channel_account_id, address, name, username)
         SELECT $1, w.address, w.name, w.username FROM jsonb_to_recordset($2) AS w(address text, name text, username text)
         ON CONFLICT (channel_account_id, address) DO UPDATE SET name = excluded.name, username = excluded.username`,
  params: { channelAccountId: 'int4', rows: 'jsonb' },
});

/** Keeps the names of an address book until the history is imported. */
export const keepNames = (sql: Sql, channelAccountId: number, rows: readonly KnownName[]): Promise<number> =>
  namePeople.run(sql, { channelAccountId, rows });

const knownAddresses = defineStatement({
  name: 'inbound.known-history-people',
  plan: 'index',
  text: `SELECT address FROM contact_addresses WHERE tenant_id = $1 AND channel = 'wa' AND address = ANY ($2)`,
  params: { tenantId: 'int4', addresses: 'text[]' },
  row: { address: 'text' },
});

/** The addresses among these that a person of the tenant has. */
export async function findKnownAddresses(
  sql: Sql,
  tenantId: number,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await knownAddresses.all(sql, { tenantId, addresses: [...addresses] });
  return new Set(rows.map(({ address }) => address));
}

const names = defineStatement({
  name: 'inbound.history-names',
  plan: 'index',
  text: 'SELECT address, name, username FROM history_people WHERE channel_account_id = $1 AND address = ANY ($2)',
  params: { channelAccountId: 'int4', addresses: 'text[]' },
  row: { address: 'text', name: 'text?', username: 'text?' },
});

/** The names of the address book for these addresses. */
export const findNames = (sql: Sql, channelAccountId: number, addresses: readonly string[]): Promise<KnownName[]> =>
  names.all(sql, { channelAccountId, addresses: [...addresses] });

const noteHistory = defineStatement({
  name: 'inbound.note-history',
  plan: 'index',
  text: `UPDATE history_imports
            SET history_at = $2, progress = greatest(progress, $3), import_at = $4, due_at = NULL,
                history_state = CASE WHEN $5 THEN 'declined' WHEN history_state = 'done' THEN 'done' ELSE 'progress' END
          WHERE channel_account_id = $1`,
  params: {
    channelAccountId: 'int4',
    at: 'timestamptz',
    progress: 'int4?',
    importAt: 'timestamptz?',
    isDeclined: 'bool',
  },
});

/** Notes that a part of the history was read: nothing is requested any more. */
export const noteHistoryRead = (
  sql: Sql,
  part: { channelAccountId: number; at: Date; progress: number | null; importAt: Date | null; isDeclined: boolean },
): Promise<number> => noteHistory.run(sql, part);

const noteContacts = defineStatement({
  name: 'inbound.note-history-contacts',
  plan: 'index',
  text: `UPDATE history_imports SET contacts_at = coalesce(contacts_at, $2), contacts_state = 'requested'
          WHERE channel_account_id = $1`,
  params: { channelAccountId: 'int4', at: 'timestamptz' },
});

export const noteContactsRead = (sql: Sql, channelAccountId: number, at: Date): Promise<number> =>
  noteContacts.run(sql, { channelAccountId, at });

const lockDue = defineStatement({
  name: 'inbound.lock-history-to-import',
  plan: 'index',
  text: `SELECT ${COLUMNS} FROM history_imports i WHERE i.import_at <= $1
          ORDER BY i.import_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
  params: { now: 'timestamptz' },
  row: IMPORT,
});

/** Locks an import whose messages are due; null when other workers have all of them. */
export const lockImportDue = (sql: Sql, now: Date): Promise<LockedImport | null> => lockDue.first(sql, { now });

const newest = defineStatement({
  name: 'inbound.newest-history',
  plan: 'index',
  text: `SELECT provider_message_id, is_placeholder, item FROM history_messages WHERE channel_account_id = $1
          ORDER BY happened_at DESC, provider_message_id DESC LIMIT $2::int4`,
  params: { channelAccountId: 'int4', count: 'int4' },
  row: { providerMessageId: 'text', isPlaceholder: 'bool', item: 'jsonb' },
});

/** The newest messages that wait. */
export const listNewest = (sql: Sql, channelAccountId: number, count: number) =>
  newest.all(sql, { channelAccountId, count });

const unstage = defineStatement({
  name: 'inbound.unstage-history',
  plan: 'index',
  text: `DELETE FROM history_messages WHERE channel_account_id = $1 AND provider_message_id = ANY ($2)`,
  params: { channelAccountId: 'int4', providerMessageIds: 'text[]' },
});

export const unstageMessages = (sql: Sql, channelAccountId: number, providerMessageIds: readonly string[]) =>
  unstage.run(sql, { channelAccountId, providerMessageIds: [...providerMessageIds] });

const countImported = defineStatement({
  name: 'inbound.count-imported-history',
  plan: 'index',
  text: 'UPDATE history_imports SET imported = imported + $2 WHERE channel_account_id = $1',
  params: { channelAccountId: 'int4', stored: 'int4' },
});

export const addImported = (sql: Sql, channelAccountId: number, stored: number): Promise<number> =>
  countImported.run(sql, { channelAccountId, stored });

/** Without a report of 100 % more parts may follow. */
const rest = defineStatement({
  name: 'inbound.rest-history',
  plan: 'index',
  text: `WITH ended AS (
           UPDATE history_imports
              SET import_at = NULL, history_state = CASE WHEN $2 AND history_state = 'progress' THEN 'done' ELSE history_state END
            WHERE channel_account_id = $1 RETURNING channel_account_id, history_state),
         messages AS (DELETE FROM history_messages h USING ended WHERE h.channel_account_id = ended.channel_account_id)
         DELETE FROM history_people p USING ended
          WHERE p.channel_account_id = ended.channel_account_id AND ended.history_state = 'done'`,
  params: { channelAccountId: 'int4', isDone: 'bool' },
});

/** Ends an import until further parts arrive; what still waits has no room. */
export const endImport = (sql: Sql, channelAccountId: number, isDone: boolean): Promise<number> =>
  rest.run(sql, { channelAccountId, isDone });

const placeholders = defineStatement({
  name: 'inbound.fill-placeholder',
  plan: 'index',
  text: `UPDATE messages SET text = $3, attachments = $4, extra = extra - 'placeholder'
          WHERE channel_account_id = $1 AND provider_message_id = $2 AND extra ? 'placeholder' AND revoked_at IS NULL
         RETURNING id`,
  params: { channelAccountId: 'int4', providerMessageId: 'text', text: 'text', attachments: 'jsonb' },
  row: { id: 'int8' },
});

/** Gives an imported placeholder its content; null when the message is none. */
export async function fillPlaceholder(
  sql: Sql,
  message: { channelAccountId: number; providerMessageId: string; text: string; attachments: unknown },
): Promise<string | null> {
  return (await placeholders.first(sql, message))?.id ?? null;
}

const copyFiles = defineStatement({
  name: 'inbound.copy-history-files',
  plan: 'index',
  text: `INSERT INTO kept_files (attachment_id, tenant_id, message_id, due_at)
         SELECT f.id, f.tenant_id, f.message_id, $3
           FROM messages m JOIN attachments f ON f.message_id = m.id
          WHERE m.channel_account_id = $1 AND m.provider_message_id = ANY ($2) AND m.direction = 'in'
            AND m.id <= (SELECT read_until FROM kept_files_progress)
         ON CONFLICT (attachment_id) DO NOTHING`,
  params: { channelAccountId: 'int4', providerMessageIds: 'text[]', dueAt: 'timestamptz' },
});

/** Requests copies of the received files of imported messages: services/files is past their ids. */
export const requestCopies = (sql: Sql, channelAccountId: number, providerMessageIds: readonly string[], dueAt: Date) =>
  copyFiles.run(sql, { channelAccountId, providerMessageIds: [...providerMessageIds], dueAt });

const seen = defineStatement({
  name: 'inbound.note-app-seen',
  plan: 'index',
  text: `UPDATE channel_accounts SET app_seen_at = $2
          WHERE channel = 'wa' AND external_id = ANY ($1) AND status = 'connected' AND is_on_biz_app
            AND (app_seen_at IS NULL OR app_seen_at < $2::timestamptz - interval '10 minutes')`,
  params: { externalIds: 'text[]', at: 'timestamptz' },
});

/** Notes that the app of these numbers was used; at most every ten minutes. */
export const noteAppSeen = (sql: Sql, externalIds: readonly string[], at: Date): Promise<number> =>
  seen.run(sql, { externalIds: [...externalIds], at });
