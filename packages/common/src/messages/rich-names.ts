/** The contents of a message besides its text and files. Separate from their schemas, so that the console loads no zod. */
export const RICH_NAMES = ['buttons', 'list', 'location', 'contacts', 'poll', 'post'] as const;
export type RichName = (typeof RICH_NAMES)[number];
