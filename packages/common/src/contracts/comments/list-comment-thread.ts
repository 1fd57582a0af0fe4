import { z } from 'zod';
import { CommentPlatform } from '../../channels.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { CommentMedia } from '../../events.ts';
import { Cursor, Instant, pageLimit, RowId } from '../../fields.ts';

/** A comment as the inbox shows it, regardless of its author. */
export const ThreadComment = z.object({
  comment_id: z.string(),
  platform: CommentPlatform,
  post_id: z.string(),
  parent_id: z.string().nullable(),
  text: z.string().describe('Empty once it was removed or hidden'),
  media: z.array(CommentMedia).describe('Empty once the comment was removed or hidden'),
  from: z.object({ id: z.string(), name: z.string() }),
  is_own: z.boolean().describe('Whether the account itself wrote it'),
  is_removed: z.boolean().describe('Whether it was removed or, on tt, hidden'),
  replied: z.boolean(),
  direct_conversation_id: z.int().nullable().describe('The state of the private reply to it'),
  conversation_id: z.int().nullable().describe('Of the person who wrote it; null: the account itself'),
  created_at: Instant,
  edited_at: Instant.nullable(),
});
export type ThreadComment = z.infer<typeof ThreadComment>;

/** The number of answers on a page, the newest ones, in addition to its comments. */
export const ANSWERS_MAX = 200;

/** A person's comments with the comments that they answer, and their answers (docs/reference/console.md#comments). */
export const listCommentThread = defineConsole({
  service: 'comments',
  name: 'list-comment-thread',
  method: 'GET',
  summary: 'Comments of a conversation, newest first, with the comments that they answer and the answers to them',
  permission: 'inbox.use',
  input: z.object({ id: RowId.describe('Of the conversation'), limit: pageLimit(50, 20), cursor: Cursor.optional() }),
  output: z.object({ comments: z.array(ThreadComment), next_cursor: z.string().nullable() }),
  errors: ['unknown_conversation'],
});
