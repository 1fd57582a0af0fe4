/**
 * Whether a text has the form of a bot token. Other texts are never inserted into a URL of the provider, where a slash
 * would change the path (docs/reference/tg.md#calls).
 */
export const isBotToken = (text: string): boolean => /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/.test(text);
