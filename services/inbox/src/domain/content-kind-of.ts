import { contentNameOf } from '@parley/common/content-facts';
import { CONTENT_KINDS } from '@parley/common/contracts/operator/conversations';
import { RichContent } from '@parley/common/message-content';
import { z } from 'zod';

/** What a message has besides text, as statements select it. */
export const StoredContent = z.object({
  file: z.string().nullable(),
  content: RichContent.nullable(),
  isTemplate: z.boolean(),
});

/** The kind of a message's file or other content; null: only text. */
export function contentKindOf({ file, content, isTemplate }: z.infer<typeof StoredContent>) {
  const found = file ?? contentNameOf(content) ?? (isTemplate ? 'template' : null);
  return CONTENT_KINDS.find((kind) => kind === found) ?? null;
}
