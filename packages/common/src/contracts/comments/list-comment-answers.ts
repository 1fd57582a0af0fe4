import { z } from 'zod';
import { CommentPlatform } from '../../channels.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { line } from '../../fields.ts';
import { ANSWERS_MAX, ThreadComment } from './list-comment-thread.ts';

/** Maximum comments whose answers are read at once: a page of the console. */
export const ANSWERED_MAX = 50;

/**
 * The account's own answers to the comments of a list, which does not contain them
 * (docs/reference/console.md#comments).
 */
export const listCommentAnswers = defineConsole({
  service: 'comments',
  name: 'list-comment-answers',
  method: 'GET',
  summary: 'Own answers to these comments, newest first',
  permission: 'inbox.use',
  input: z.object({
    platform: CommentPlatform,
    comment_ids: z.array(line(200)).min(1).max(ANSWERED_MAX).describe('Of the answered comments'),
  }),
  output: z.object({ comments: z.array(ThreadComment).max(ANSWERS_MAX) }),
  errors: [],
});
