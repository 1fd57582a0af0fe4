/** The contents of a message besides its text and files. Here without their schemas, for the console. */
export const RICH_NAMES = ['buttons', 'list', 'location', 'contacts', 'poll'] as const;
export type RichName = (typeof RICH_NAMES)[number];
