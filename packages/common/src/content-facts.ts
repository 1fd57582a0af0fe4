import type { RichContent } from './message-content.ts';

/** The contents of a message besides its text and files. Here without their schemas, for the console. */
export const RICH_NAMES = ['buttons', 'list', 'location', 'contacts', 'poll'] as const;
export type RichName = (typeof RICH_NAMES)[number];

/** Which content a message has; null if it has none. */
export const contentNameOf = (content: RichContent | null): RichName | null =>
  RICH_NAMES.find((name) => content?.[name] !== undefined) ?? null;

/** The title of a content without text: the question of a poll, the name of a place or of the first contact; or ''. */
export const contentTitleOf = (content: RichContent | null): string =>
  content?.poll?.question ?? content?.location?.name ?? content?.contacts?.[0]?.name ?? '';
