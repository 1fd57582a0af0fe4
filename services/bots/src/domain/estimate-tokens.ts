/** Cautious for every tokenizer of the three providers: English has some four bytes a token, Arabic some three. */
const BYTES_PER_TOKEN = 3;
/** Of the worst text: rare emoji have three tokens of four bytes. */
const WORST_TOKENS_PER_BYTE = 3 / 4;

/** About how many tokens a text is; rather too many than too few. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** How many tokens a text is at most. */
export const mostTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) * WORST_TOKENS_PER_BYTE);
