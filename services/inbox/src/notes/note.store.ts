import { CHANNELS, Channel } from '@parley/common/channels';
import { CONSOLE_ROLES, mayDo } from '@parley/common/workspace/console-roles';
import type { Sql } from '@parley/database/sql';
import { json, oneOf, type RowOf } from '@parley/database/statements/column';
import { LAST_ID } from '@parley/database/statements/list-cursor';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { Colleague, StoredNote } from './note.rules.ts';

/**
 * A deletion of the conversation waits for the note, and then fails at its foreign key: the erasure and the retention
 * that delete conversations are tried again, and then see the note.
 */
const hold = defineStatement({
  name: 'inbox.hold-noted-conversation',
  text: `SELECT c.channel, (SELECT coalesce(max(m.id), 0) FROM messages m WHERE m.conversation_id = c.id) AS newest_id
           FROM conversations c WHERE c.tenant_id = $1 AND c.id = $2 FOR KEY SHARE OF c`,
  params: { tenantId: 'int4', id: 'int4' },
  row: { channel: oneOf(...CHANNELS), newestId: 'int8!' },
});

const insert = defineStatement({
  name: 'inbox.insert-note',
  text: `INSERT INTO notes (note_id, tenant_id, conversation_id, member_id, draft_key, after_message_id, text, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (conversation_id, draft_key) DO NOTHING RETURNING id`,
  params: {
    noteId: 'text',
    tenantId: 'int4',
    conversationId: 'int4',
    memberId: 'text?',
    draftKey: 'text',
    afterMessageId: 'int8',
    text: 'text',
    createdAt: 'timestamptz',
  },
  row: { id: 'int4' },
});

const insertMentions = defineBatchStatement({
  name: 'inbox.insert-mentions',
  text: `INSERT INTO note_mentions (note_row, member_id, tenant_id)
         SELECT $2::int4, m.member_id, $3::int4 FROM unnest($1::text[]) AS m(member_id) ON CONFLICT DO NOTHING`,
  items: { memberId: 'text' },
  params: { noteRow: 'int4', tenantId: 'int4' },
});

/** Notes with the names that they show. */
const NOTES = `SELECT n.id, n.note_id, n.conversation_id, c.channel, n.member_id, a.name AS author_name, n.text, n.after_message_id,
                n.created_at, n.edited_at,
                coalesce((SELECT jsonb_agg(jsonb_build_object('memberId', m.member_id, 'name', m.name) ORDER BY m.id)
                            FROM note_mentions w JOIN members m ON m.member_id = w.member_id WHERE w.note_row = n.id), '[]') AS mentions
           FROM notes n JOIN conversations c ON c.id = n.conversation_id LEFT JOIN members a ON a.member_id = n.member_id`;
const ROW = {
  id: 'int4',
  noteId: 'text',
  conversationId: 'int4',
  channel: oneOf(...CHANNELS),
  memberId: 'text?',
  authorName: 'text?',
  text: 'text',
  afterMessageId: 'int8',
  createdAt: 'timestamptz',
  editedAt: 'timestamptz?',
  mentions: { ...json<Colleague[]>(), mark: '!' },
} as const;

const list = defineStatement({
  name: 'inbox.list-notes',
  text: `${NOTES} WHERE n.tenant_id = $1 AND n.conversation_id = $2 AND n.id < $3::int8 ORDER BY n.id DESC LIMIT $4`,
  params: { tenantId: 'int4', conversationId: 'int4', before: 'int8', limit: 'int8' },
  row: ROW,
});

const findOfDraft = defineStatement({
  name: 'inbox.find-note-of-draft',
  text: `${NOTES} WHERE n.tenant_id = $1 AND n.conversation_id = $2 AND n.draft_key = $3`,
  params: { tenantId: 'int4', conversationId: 'int4', draftKey: 'text' },
  row: ROW,
});

const lock = defineStatement({
  name: 'inbox.lock-note',
  text: 'SELECT n.id FROM notes n WHERE n.tenant_id = $1 AND n.note_id = $2 FOR UPDATE',
  params: { tenantId: 'int4', noteId: 'text' },
  row: { id: 'int4' },
});

const read = defineStatement({
  name: 'inbox.read-note',
  text: `${NOTES} WHERE n.tenant_id = $1 AND n.id = $2`,
  params: { tenantId: 'int4', id: 'int4' },
  row: ROW,
});

const toNote = ({ memberId, authorName, ...note }: RowOf<typeof ROW>): StoredNote => ({
  ...note,
  author: memberId === null ? null : { memberId, name: authorName ?? '' },
});

type Client = Pick<PrismaDatabase['prisma'], 'note' | 'noteMention'>;

/** Keeps a conversation while a note is added, and returns its channel and newest message; null if there is none. */
export const holdConversation = (
  sql: Sql,
  tenantId: number,
  id: number,
): Promise<{ channel: Channel; newestId: string } | null> => hold.first(sql, { tenantId, id });

interface NewNote {
  noteId: string;
  tenantId: number;
  conversationId: number;
  memberId: string | null;
  draftKey: string;
  afterMessageId: string;
  text: string;
  createdAt: Date;
}

/** The row of the new note; null if this draft is a note already. */
export const insertNote = async (sql: Sql, note: NewNote): Promise<number | null> =>
  (await insert.first(sql, note))?.id ?? null;

export async function addMentions(
  sql: Sql,
  { tenantId, noteRow }: { tenantId: number; noteRow: number },
  mentioned: readonly Colleague[],
): Promise<void> {
  await insertMentions.run(sql, mentioned, { noteRow, tenantId });
}

export async function removeMentions(
  { noteMention }: Client,
  noteRow: number,
  memberIds: readonly string[],
): Promise<void> {
  await noteMention.deleteMany({ where: { noteRow, memberId: { in: [...memberIds] } } });
}

/** Newest first, older than `before`. */
export const findNotes = async (
  sql: Sql,
  of: { tenantId: number; conversationId: number },
  { before, count }: { before: number | null; count: number },
): Promise<StoredNote[]> =>
  (await list.all(sql, { ...of, before: before === null ? LAST_ID : String(before), limit: String(count) })).map(
    toNote,
  );

export async function findNoteOfDraft(
  sql: Sql,
  draft: { tenantId: number; conversationId: number; draftKey: string },
): Promise<StoredNote | null> {
  const row = await findOfDraft.first(sql, draft);
  return row && toNote(row);
}

/** The locked note of the tenant; null if there is none. It is read after the lock: its mentions change only under it. */
export async function lockNote(sql: Sql, tenantId: number, noteId: string): Promise<StoredNote | null> {
  const locked = await lock.first(sql, { tenantId, noteId });
  const row = locked && (await read.first(sql, { tenantId, id: locked.id }));
  return row && toNote(row);
}

export async function saveNote(
  { note }: Client,
  id: number,
  { text, editedAt }: Pick<StoredNote, 'text' | 'editedAt'>,
): Promise<void> {
  await note.update({ where: { id }, data: { text, editedAt } });
}

/** Deletes a note and its mentions. */
export async function deleteNoteRow({ note }: Client, id: number): Promise<void> {
  await note.delete({ where: { id } });
}

/** A note that mentions a member. */
interface StoredMention {
  noteId: string;
  conversationId: number;
  channel: Channel;
  /** Name of the conversation's person, or their address. */
  name: string;
  author: Colleague | null;
  text: string;
  afterMessageId: string;
  createdAt: Date;
  isUnread: boolean;
}

interface Mentioned {
  tenantId: number;
  memberId: string;
}

/** Notes that mention a member, newest first. */
export async function findMentions({ noteMention }: Client, of: Mentioned, count: number): Promise<StoredMention[]> {
  const rows = await noteMention.findMany({
    where: { ...of },
    orderBy: { noteRow: 'desc' },
    take: count,
    select: {
      readAt: true,
      note: {
        select: {
          noteId: true,
          conversationId: true,
          text: true,
          afterMessageId: true,
          createdAt: true,
          member: { select: { memberId: true, name: true } },
          conversation: { select: { channel: true, peer: true, contact: { select: { name: true } } } },
        },
      },
    },
  });
  return rows.map(({ readAt, note: { member, conversation, afterMessageId, ...note } }) => ({
    ...note,
    afterMessageId: String(afterMessageId),
    channel: Channel.parse(conversation.channel),
    name: conversation.contact.name ?? conversation.peer,
    author: member,
    isUnread: readAt === null,
  }));
}

export const countUnreadMentions = ({ noteMention }: Client, of: Mentioned): Promise<number> =>
  noteMention.count({ where: { ...of, readAt: null } });

/** Marks the mentions of a member as read: all of them, or those in one conversation. */
export async function saveMentionsRead(
  { noteMention }: Client,
  of: Mentioned,
  { conversationId, at }: { conversationId: number | undefined; at: Date },
): Promise<void> {
  const note = conversationId === undefined ? {} : { note: { conversationId } };
  await noteMention.updateMany({ where: { ...of, ...note, readAt: null }, data: { readAt: at } });
}

/** The roles that see notes. */
const READERS = CONSOLE_ROLES.filter((role) => mayDo([role], 'inbox.use'));

const findUsers = defineStatement({
  name: 'inbox.find-colleagues',
  text: `SELECT m.member_id, m.name FROM members m
          WHERE m.tenant_id = $1 AND m.member_id = ANY ($2) AND m.removed_at IS NULL AND m.roles && $3`,
  params: { tenantId: 'int4', memberIds: 'text[]', roles: 'text[]' },
  row: { memberId: 'text', name: 'text' },
});

const findUsersAfter = defineStatement({
  name: 'inbox.colleagues-after',
  text: `SELECT m.id, m.member_id, m.name FROM members m
          WHERE m.tenant_id = $1 AND m.id > $2 AND m.removed_at IS NULL AND m.roles && $3 ORDER BY m.id LIMIT $4`,
  params: { tenantId: 'int4', id: 'int4', roles: 'text[]', limit: 'int8' },
  row: { id: 'int4', memberId: 'text', name: 'text' },
});

/** Those of these members of the tenant who use its inbox. */
export const findColleagues = (sql: Sql, tenantId: number, memberIds: readonly string[]): Promise<Colleague[]> =>
  findUsers.all(sql, { tenantId, memberIds: [...memberIds], roles: READERS });

/** Members of the tenant who use its inbox, in the order of their rows. */
export const findColleaguesAfter = (
  sql: Sql,
  tenantId: number,
  { id, count }: { id: number; count: number },
): Promise<(Colleague & { id: number })[]> =>
  findUsersAfter.all(sql, { tenantId, id, roles: READERS, limit: String(count) });
