/**
 * Whether a text has the shape of a bot token. Anything else never gets into an address of the provider, where a slash
 * would lead somewhere else (docs/reference/tg.md#calls).
 */
export const isBotToken = (text: string): boolean => /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/.test(text);
