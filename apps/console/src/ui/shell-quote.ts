/** A text as one word of a command in a shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
