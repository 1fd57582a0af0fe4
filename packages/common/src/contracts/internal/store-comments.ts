import { z } from 'zod';
import { CommentPlatform } from '../../channels.ts';
import { defineInternal } from '../../define-contract.ts';
import { COMMENT_MEDIA_MAX, CommentMedia } from '../../events.ts';
import { BusText, Instant } from '../../fields.ts';

/** A change of one comment: the wire form of the comment item of packages/providers. */
export const CommentChange = z.object({
  platform: CommentPlatform,
  /** The provider's id of the page or account. */
  externalId: BusText,
  change: z.enum(['added', 'edited', 'removed', 'hidden', 'shown', 'offered']),
  commentId: BusText,
  postId: BusText.nullable(),
  parentId: BusText.nullable(),
  text: BusText,
  /** Absent when there is none. */
  media: z.array(CommentMedia).max(COMMENT_MEDIA_MAX).optional(),
  from: z.object({ id: BusText, name: BusText.nullable() }).nullable(),
  isOwn: z.boolean(),
  at: Instant,
});
export type CommentChange = z.infer<typeof CommentChange>;

/**
 * Comments of a provider's webhook: committed, with their events, before the webhook is answered
 * (docs/reference/webhook-delivery.md#promise).
 */
export const storeComments = defineInternal({
  service: 'comments',
  name: 'store-comments',
  input: z.object({ changes: z.array(CommentChange).max(5000) }),
  output: z.object({
    stored: z.int(),
    unknown: z.int().describe('Changes for accounts that are not connected'),
    refused: z
      .array(z.object({ index: z.int().min(0), reason: z.string() }))
      .optional()
      .describe('Changes that cannot be stored because of their content: the caller keeps them'),
  }),
  errors: [],
  deadlineMs: 12_000,
});
