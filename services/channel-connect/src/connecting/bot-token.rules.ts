import { type Environment, publicUrlOf } from '@parley/runtime/environment';

/**
 * Whether a text has the form of a bot token. Other texts are never inserted into a URL of the provider, where a slash
 * would change the path (docs/reference/tg.md#calls).
 */
export const isBotToken = (text: string): boolean => /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/.test(text);

/** The URL that receives a bot's updates. */
export const botCallbackUrl = (
  environment: Pick<Environment, 'PARLEY_PUBLIC_URL' | 'PARLEY_PORT'>,
  botId: string,
): string => `${publicUrlOf(environment)}/hooks/telegram/${botId}`;
