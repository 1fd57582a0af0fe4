import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { made, nothing, unlogged } from '../../contract/resource-change.ts';
import { areDistinct, Instant, line, MemberId, RowId, text } from '../../fields.ts';
import { MENTIONS_MAX, NOTE_MAX } from '../../workspace/note-limits.ts';
import { ListQuery, listOf } from '../operator/tenants.ts';

/** Characters of a note in the list of mentions. */
export const MENTION_SHOWN_MAX = 140;

const NoteId = z.string().regex(/^nte_[0-9a-z]{10,40}$/, 'must be the id of a note');
const NoteText = text(NOTE_MAX).refine((value) => value.trim() !== '', 'must not be blank');
const Mentions = z
  .array(MemberId)
  .max(MENTIONS_MAX)
  .refine(areDistinct, 'must not repeat a member')
  .describe('Members who are mentioned; each is notified once');

const Colleague = z.object({ id: z.string(), name: z.string() });
const AfterMessageId = z
  .string()
  .describe('The newest message of the conversation when the note was written; `0` if there was none');

export const NoteView = z.object({
  id: z.string(),
  author: Colleague.nullable().describe('Null: the operator'),
  text: z.string(),
  mentions: z.array(Colleague),
  after_message_id: AfterMessageId,
  created_at: Instant,
  edited_at: Instant.nullable(),
});
export type NoteView = z.infer<typeof NoteView>;

/** Internal notes (docs/reference/console.md#notes): in no event, and in no other API. */
export const listNotes = defineConsole({
  service: 'inbox',
  name: 'list-notes',
  method: 'GET',
  summary: 'Notes of a conversation, newest first',
  permission: 'inbox.use',
  input: z.object({ id: RowId.describe('The conversation'), ...ListQuery }),
  output: listOf(NoteView),
  errors: ['unknown_conversation'],
});

export const addNote = defineConsole({
  service: 'inbox',
  name: 'add-note',
  method: 'POST',
  summary: 'Write a note in a conversation',
  permission: 'inbox.use',
  input: z.object({
    id: RowId.describe('The conversation'),
    key: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be 128 random bits in hex')
      .describe('Identifies the draft: a repeated call returns the note of the first call'),
    text: NoteText,
    mentions: Mentions.default([]),
  }),
  output: NoteView,
  errors: ['unknown_conversation', 'unknown_member'],
  audit: { fields: ['id', 'mentions', 'created_at'], change: made({ fields: ['id', 'created_at'] }) },
});

export const updateNote = defineConsole({
  service: 'inbox',
  name: 'update-note',
  method: 'POST',
  summary: 'Change a note of your own',
  permission: 'inbox.use',
  input: z.object({ id: NoteId, text: NoteText, mentions: Mentions }),
  output: NoteView,
  errors: ['unknown_note', 'unknown_member', 'permission_denied'],
  audit: { fields: ['id', 'mentions', 'edited_at'], change: made({ fields: ['edited_at'] }) },
});

export const deleteNote = defineConsole({
  service: 'inbox',
  name: 'delete-note',
  method: 'POST',
  summary: 'Delete a note of your own',
  permission: 'inbox.use',
  input: z.object({ id: NoteId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['unknown_note', 'permission_denied'],
  audit: { fields: ['id'], change: nothing('what it said must not stay in a log') },
});

export const listMentionable = defineConsole({
  service: 'inbox',
  name: 'list-mentionable',
  method: 'GET',
  summary: 'Members who can be mentioned: those who use the inbox, except yourself',
  permission: 'inbox.use',
  input: z.object({
    q: line(100).optional().describe('Beginnings of words of their name, in any spelling'),
    limit: z.int().min(1).max(50).default(8),
  }),
  output: z.object({ items: z.array(Colleague) }),
  errors: [],
});

const MentionView = z.object({
  note_id: z.string(),
  conversation_id: z.int(),
  channel: Channel,
  name: z.string().describe('Of the conversation: the person, or their address'),
  author: Colleague.nullable().describe('Null: the operator'),
  text: z.string().describe(`At most ${MENTION_SHOWN_MAX} characters of the note`),
  after_message_id: AfterMessageId,
  created_at: Instant,
  is_unread: z.boolean(),
});

export const listMentions = defineConsole({
  service: 'inbox',
  name: 'list-mentions',
  method: 'GET',
  summary: 'Notes that mention you, newest first',
  permission: 'inbox.use',
  input: z.object({ limit: z.int().min(1).max(50).default(20) }),
  output: z.object({ items: z.array(MentionView), unread: z.int() }),
  errors: [],
});

export const markMentionsRead = defineConsole({
  service: 'inbox',
  name: 'mark-mentions-read',
  method: 'POST',
  summary: 'Mark mentions of you as read: those in a conversation, or all',
  permission: 'inbox.use',
  isQuiet: true,
  input: z.object({ conversation_id: RowId.optional() }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
  audit: { fields: ['conversation_id'], change: unlogged('somebody has looked at them') },
});
