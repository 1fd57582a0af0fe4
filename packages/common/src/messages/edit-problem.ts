import type { Channel } from '../channels.ts';
import type { RichContent } from './message-content.ts';

/** The facts of a sent message that decide whether its text can be replaced. */
export interface EditableFacts {
  hasFile: boolean;
  isTemplate: boolean;
  content: RichContent | null;
}

/** The reason why the text of a sent message cannot be replaced (docs/reference/sends.md#edits); null if it can. */
export function editProblemOf(
  channel: Channel,
  { hasFile, isTemplate, content }: EditableFacts,
): 'template' | 'textless' | 'buttons' | 'file' | null {
  if (isTemplate) return 'template';
  if (content?.location || content?.contacts || content?.poll) return 'textless';
  // The platform drops the buttons with the old text.
  if (content?.buttons || content?.list) return 'buttons';
  return channel === 'wd' && hasFile ? 'file' : null;
}
