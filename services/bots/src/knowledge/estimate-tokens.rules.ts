/** Conservative for the tokenizers of all three providers: about four bytes a token in English, three in Arabic. */
const BYTES_PER_TOKEN = 3;
/** For the worst text: rare emoji take three tokens for four bytes. */
const WORST_TOKENS_PER_BYTE = 3 / 4;

/** Estimates the tokens of a text, on the high side. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** Upper bound of the tokens of a text. */
export const mostTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) * WORST_TOKENS_PER_BYTE);
