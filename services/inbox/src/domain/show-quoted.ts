import { contentTitleOf } from '@parley/common/content-facts';
import { z } from 'zod';
import { contentKindOf, StoredContent } from './content-kind-of.ts';

const Stored = StoredContent.extend({
  messageId: z.string(),
  direction: z.string(),
  origin: z.string(),
  author: z.string().nullable(),
  sentBy: z.string().nullable(),
  text: z.string(),
  isDeleted: z.boolean(),
});

/** The beginning of a quoted message, for `quoted` of a message, without the content of a deleted one. Null for null. */
export function showQuoted(found: unknown) {
  if (found === null || found === undefined) return null;
  const stored = Stored.parse(found);
  const { messageId, direction, origin, author, sentBy, text, content, isDeleted } = stored;
  return {
    messageId,
    direction,
    origin,
    author,
    ...(sentBy === null ? {} : { sentBy }),
    kind: isDeleted ? null : contentKindOf(stored),
    text: isDeleted ? '' : text || contentTitleOf(content),
    isDeleted,
  };
}
