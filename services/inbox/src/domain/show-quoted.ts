import { contentNameOf, contentTitleOf } from '@parley/common/content-facts';
import { CONTENT_KINDS } from '@parley/common/contracts/operator/conversations';
import { RichContent } from '@parley/common/message-content';
import { z } from 'zod';

const Stored = z.object({
  messageId: z.string(),
  direction: z.string(),
  origin: z.string(),
  author: z.string().nullable(),
  sentBy: z.string().nullable(),
  text: z.string(),
  file: z.string().nullable(),
  content: RichContent.nullable(),
  isTemplate: z.boolean(),
  isDeleted: z.boolean(),
});

function kindOf({ file, content, isTemplate }: z.infer<typeof Stored>) {
  const found = file ?? contentNameOf(content) ?? (isTemplate ? 'template' : null);
  return CONTENT_KINDS.find((kind) => kind === found) ?? null;
}

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
    kind: isDeleted ? null : kindOf(stored),
    text: isDeleted ? '' : text || contentTitleOf(content),
    isDeleted,
  };
}
