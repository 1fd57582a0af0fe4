import type { RichContent } from './message-content.ts';
import { RICH_NAMES, type RichName } from './rich-names.ts';

/** The kind of content that a message has; null if it has none. */
export const contentNameOf = (content: RichContent | null): RichName | null =>
  RICH_NAMES.find((name) => content?.[name] !== undefined) ?? null;

/** The title of a content without text: the question of a poll, the name of a place or of the first contact; or ''. */
export const contentTitleOf = (content: RichContent | null): string =>
  content?.poll?.question ?? content?.location?.name ?? content?.contacts?.[0]?.name ?? '';
