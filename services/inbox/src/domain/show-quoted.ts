import { CONTENT_KINDS } from '@parley/common/contracts/operator/conversations';
import { RICH_NAMES, RichContent } from '@parley/common/message-content';
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

/** What a text is about where it has none of its own: the question of a poll, the name of a place or a person. */
const titleOf = ({ poll, location, contacts }: RichContent): string =>
  poll?.question ?? location?.name ?? contacts?.[0]?.name ?? '';

function kindOf({ file, content, isTemplate }: z.infer<typeof Stored>) {
  const rich = RICH_NAMES.find((name) => content?.[name] !== undefined);
  return CONTENT_KINDS.find((kind) => kind === (file ?? rich ?? (isTemplate ? 'template' : null))) ?? null;
}

/** The beginning of a quoted message, as `quoted` of a message shows it; nothing of a deleted one. Null for null. */
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
    text: isDeleted ? '' : text || titleOf(content ?? {}),
    isDeleted,
  };
}
