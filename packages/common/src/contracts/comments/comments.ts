import { z } from 'zod';
import { CommentPlatform } from '../../channels.ts';
import { AT, COMMENT } from '../../contract/example-values.ts';
import { LoggedLimit } from '../../contract/logged-values.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';
import { CommentReceivedData } from '../../events.ts';
import { Cursor, line, pageLimit } from '../../fields.ts';

/** Comments that were delivered to this account, newest first (docs/reference/comments.md#list). */
export const comments = defineAction({
  service: 'comments',
  name: 'comments',
  method: 'GET',
  tag: 'comments',
  sdk: 'comments.list',
  mcp: 'reads',
  reference: 'docs/reference/comments.md#list',
  summary: 'List comments',
  description:
    'Returns the comments that one platform (fb, ig or tt) reported, newest first, each with `replied`. Filter by `post_id`; continue with `cursor` until `next_cursor` is null. Removed comments are left out.',
  input: z.object({
    platform: CommentPlatform,
    limit: pageLimit(100, 20),
    post_id: line(200).optional(),
    cursor: Cursor.optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    count: z.int(),
    comments: z.array(CommentReceivedData.extend({ replied: z.boolean() }).register(SCHEMA_NAMES, { id: 'Comment' })),
    next_cursor: z.string().nullable(),
  }),
  errors: ['channel_not_allowed'],
  channelField: 'platform',
  logged: { platform: CommentPlatform, limit: LoggedLimit },
  example: {
    request: { platform: 'fb', limit: 20 },
    answer: {
      ok: true,
      count: 1,
      comments: [
        {
          ...COMMENT,
          parent_id: null,
          text: 'Is it there in blue?',
          from: { id: '987654321432', name: 'Sample person' },
          conversation_id: 8,
          account: { id: '12345654332', number: null, label: 'Shop' },
          created_at: AT,
          replied: false,
        },
      ],
      next_cursor: null,
    },
  },
});
