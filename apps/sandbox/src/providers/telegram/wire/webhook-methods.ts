import { isLoopback } from '../../../callbacks/callback-address.ts';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { Bot } from '../state/bot.ts';
import type { TelegramUpdates } from './post-update.ts';
import { textOf } from './read-parameters.ts';
import { telegramError, telegramResult } from './telegram-error.ts';

const PORTS = ['', '443', '80', '88', '8443'];

/**
 * setWebhook: HTTPS on Telegram's ports; no restriction for loopback and for `trustedOrigin`, the application's own.
 */
export function setWebhook(
  bot: Bot,
  parameters: Record<string, unknown>,
  updates: TelegramUpdates,
  trustedOrigin: string | null,
): ProviderAnswer {
  const url = textOf(parameters, 'url') ?? '';
  if (url === '') return deleteWebhook(bot, parameters);
  const refusal = refuseUrl(url, trustedOrigin);
  if (refusal) return telegramError(400, `Bad Request: ${refusal}`);
  const secretToken = textOf(parameters, 'secret_token') ?? null;
  if (secretToken !== null && !/^[A-Za-z0-9_-]{1,256}$/.test(secretToken)) {
    return telegramError(400, 'Bad Request: secret token contains unallowed characters');
  }
  if (Array.isArray(parameters.allowed_updates)) bot.allowedUpdates = parameters.allowed_updates.map(String);
  if (isTrue(parameters.drop_pending_updates)) bot.pending.length = 0;
  const maxConnections = Number(parameters.max_connections ?? 40);
  const before = bot.webhook;
  bot.webhook = {
    url,
    secretToken,
    maxConnections,
    undelivered: before?.undelivered ?? 0,
    lastErrorDate: null,
    lastErrorMessage: null,
  };
  updates.flush(bot);
  const same = before?.url === url && before.secretToken === secretToken && before.maxConnections === maxConnections;
  return telegramResult(true, same ? 'Webhook is already set' : 'Webhook was set');
}

/** deleteWebhook; updates wait until the next setWebhook unless they are dropped. */
export function deleteWebhook(bot: Bot, parameters: Record<string, unknown>): ProviderAnswer {
  if (isTrue(parameters.drop_pending_updates)) bot.pending.length = 0;
  const had = bot.webhook !== null;
  bot.webhook = null;
  return telegramResult(true, had ? 'Webhook was deleted' : 'Webhook is already deleted');
}

/** getWebhookInfo; `url` is empty if none is set. */
export function getWebhookInfo(bot: Bot): ProviderAnswer {
  const webhook = bot.webhook;
  const failed = webhook?.lastErrorDate != null;
  return telegramResult({
    url: webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: bot.pending.length + (webhook?.undelivered ?? 0),
    ...(failed ? { last_error_date: webhook.lastErrorDate, last_error_message: webhook.lastErrorMessage } : {}),
    ...(webhook ? { max_connections: webhook.maxConnections } : {}),
    ...(bot.allowedUpdates.length > 0 ? { allowed_updates: bot.allowedUpdates } : {}),
  });
}

/** getUpdates, only while no webhook is set; returns the waiting updates and confirms those below `offset`. */
export function getUpdates(bot: Bot, parameters: Record<string, unknown>): ProviderAnswer {
  if (bot.webhook) {
    return telegramError(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  }
  const offset = Number(parameters.offset ?? 0);
  bot.pending = bot.pending.filter((update) => Number(update.update_id) >= offset);
  return telegramResult(bot.pending.slice(0, 100));
}

function refuseUrl(url: string, trustedOrigin: string | null): string | null {
  if (!URL.canParse(url)) return 'bad webhook: invalid URL specified';
  const { protocol, hostname, port, origin } = new URL(url);
  if ((isLoopback(hostname) || origin === trustedOrigin) && /^https?:$/.test(protocol)) return null;
  if (protocol !== 'https:') return 'bad webhook: An HTTPS URL must be provided for webhook';
  return PORTS.includes(port) ? null : 'bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443';
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 'True' || value === '1';
}
