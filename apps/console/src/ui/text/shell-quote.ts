/** Quotes a text as one word of a shell command. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
