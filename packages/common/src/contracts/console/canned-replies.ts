import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { changed, itemOf, made, removed } from '../../contract/resource-change.ts';
import { Instant, line, text } from '../../fields.ts';
import { REPLY_TEXT_MAX, REPLY_TITLE_MAX } from '../../workspace/note-limits.ts';
import { REPLY_FIELDS, unknownFieldOf } from '../../workspace/reply-fields.ts';
import { ListQuery, listOf } from '../operator/tenants.ts';

const CANNED_REPLY_FIELDS = ['id', 'created_at', 'updated_at'];

/** The maximum number of a workspace's canned replies. */
export const REPLIES_MAX = 500;

const ReplyId = z.string().regex(/^rpl_[0-9a-z]{10,40}$/, 'must be the id of a canned reply');
const isBlank = (value: string): boolean => value.trim() === '';
const ReplyTitle = line(REPLY_TITLE_MAX).refine((value) => !isBlank(value), 'must not be blank');
const ReplyText = text(REPLY_TEXT_MAX)
  .refine((value) => !isBlank(value), 'must not be blank')
  .refine(
    (value) => unknownFieldOf(value) === null,
    `may have only the fields ${REPLY_FIELDS.map((field) => `{{${field}}}`).join(', ')}`,
  );

export const CannedReply = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  created_at: Instant,
  updated_at: Instant,
});
export type CannedReply = z.infer<typeof CannedReply>;

/** Prepared answers of the workspace (docs/reference/console.md#canned-replies). */
export const listCannedReplies = defineConsole({
  service: 'inbox',
  name: 'list-canned-replies',
  method: 'GET',
  summary: 'Canned replies of the workspace, by title',
  permission: 'inbox.use',
  input: z.object({
    ...ListQuery,
    q: line(100).optional().describe('Parts of words in the title or the text, in any spelling'),
  }),
  output: listOf(CannedReply),
  errors: [],
});

export const createCannedReply = defineConsole({
  service: 'inbox',
  name: 'create-canned-reply',
  method: 'POST',
  summary: 'Create a canned reply',
  permission: 'inbox.manage',
  input: z.object({ title: ReplyTitle, text: ReplyText }),
  output: CannedReply,
  errors: ['too_many_canned_replies'],
  audit: { fields: CANNED_REPLY_FIELDS, change: made() },
});

const ONE_REPLY = itemOf(listCannedReplies, { id: 'id' });

export const updateCannedReply = defineConsole({
  service: 'inbox',
  name: 'update-canned-reply',
  method: 'POST',
  summary: 'Change a canned reply',
  permission: 'inbox.manage',
  input: z.object({ id: ReplyId, title: ReplyTitle.optional(), text: ReplyText.optional() }),
  output: CannedReply,
  errors: ['unknown_canned_reply'],
  audit: { fields: CANNED_REPLY_FIELDS, change: changed(ONE_REPLY) },
});

export const deleteCannedReply = defineConsole({
  service: 'inbox',
  name: 'delete-canned-reply',
  method: 'POST',
  summary: 'Delete a canned reply',
  permission: 'inbox.manage',
  input: z.object({ id: ReplyId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['unknown_canned_reply'],
  audit: { fields: CANNED_REPLY_FIELDS, change: removed(ONE_REPLY) },
});
