import { AppError, refusedByProvider } from '@parley/common/errors';
import { type MessengerClient, makeMessengerClient } from '@parley/providers/graph/messenger-client';
import type { CallSettingsCalls } from '@parley/providers/graph/numbers/wa-call-settings';
import type { HealthCalls } from '@parley/providers/graph/numbers/wa-health';
import type { UsernameCalls } from '@parley/providers/graph/numbers/wa-usernames';
import type { TemplateCalls } from '@parley/providers/graph/template-calls';
import { makeWhatsappCloudClient, type WhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import type { OnAppRefused } from '@parley/providers/http/app-refusal';
import { graphOptions, instagramOptions, telegramOptions, tiktokOptions } from '@parley/providers/http/client-options';
import { retryRefused } from '@parley/providers/http/retry-refused';
import { type InstagramClient, makeInstagramClient } from '@parley/providers/instagram/instagram-client';
import type { ReadResult, SendFailure } from '@parley/providers/sent/send-outcome';
import { makeTelegramClient, type TelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient, type TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import { ConnectRefused } from '../links/link.rules.ts';

export type ProviderEnvironment = Parameters<typeof graphOptions>[0] &
  Parameters<typeof instagramOptions>[0] &
  Parameters<typeof telegramOptions>[0] &
  Parameters<typeof tiktokOptions>[0] &
  Pick<Environment, 'PARLEY_META_APP_ID'> &
  Partial<Pick<Environment, 'PARLEY_INSTAGRAM_META_APP_SECRET'>>;

/** The clients of the providers, limited to the calls for accounts. */
export interface ProviderClients {
  /** Has no `onAppRefused`: the tokens of wa numbers may belong to other apps. */
  graph: Pick<
    WhatsappCloudClient,
    | 'getPhoneNumber'
    | 'getNumberQuality'
    | 'getNumberPlatform'
    | 'requestAppData'
    | 'listNumbers'
    | 'listTemplates'
    | 'register'
    | 'subscribeApp'
    | 'unsubscribeApp'
    | keyof TemplateCalls
    | keyof HealthCalls
    | keyof UsernameCalls
    | keyof CallSettingsCalls
  >;
  pages: Pick<
    MessengerClient,
    | 'exchangeCode'
    | 'exchangeForLongLived'
    | 'exchangeSignupCode'
    | 'inspectToken'
    | 'listPages'
    | 'subscribePage'
    | 'unsubscribePage'
  >;
  instagram: Pick<
    InstagramClient,
    'exchangeCode' | 'exchangeForLongLived' | 'refreshToken' | 'getMe' | 'subscribe' | 'unsubscribe'
  >;
  telegram: Pick<TelegramClient, 'getMe' | 'setWebhook' | 'getWebhookUrl' | 'deleteWebhook'>;
  tiktok: Pick<TiktokClient, 'exchangeCode' | 'getBusiness' | 'refreshToken' | 'revokeToken'>;
}

export function makeProviderClients(environment: ProviderEnvironment, onAppRefused: OnAppRefused): ProviderClients {
  const graph = graphOptions(environment);
  return {
    graph: makeWhatsappCloudClient(graph),
    pages: makeMessengerClient({ ...graph, onAppRefused, appId: environment.PARLEY_META_APP_ID }),
    instagram: makeInstagramClient({ ...instagramOptions(environment), onAppRefused }),
    telegram: makeTelegramClient(telegramOptions(environment)),
    tiktok: makeTiktokClient({ ...tiktokOptions(environment), onAppRefused }),
  };
}

/**
 * Calls a provider, and retries a call that was certainly not carried out. Throws a failure with its public code
 * (docs/reference/errors.md#provider-errors).
 */
export async function askProvider<Answer extends { ok: true }>(
  call: () => Promise<Answer | { ok: false; failure: SendFailure }>,
): Promise<Answer> {
  const asked = await retryRefused(call);
  if (!asked.ok) throw providerError(asked.failure);
  return asked;
}

/** {@link askProvider} for an authorization; returns the value, and throws {@link ConnectRefused}. */
export async function askForAuthorization<T>(call: () => Promise<ReadResult<T>>): Promise<T> {
  const asked = await retryRefused(call);
  if (asked.ok) return asked.value;
  const code = asked.failure.kind === 'refused' ? 'provider_error' : 'provider_timeout';
  throw new ConnectRefused(code, { cause: asked.failure.provider });
}

/** The outcome of a provider call. */
export type ProviderResult = { ok: true } | { ok: false; failure: SendFailure };

/**
 * The failure of a provider call as an error: 502 with the provider's own message, or 504 without an answer
 * (docs/reference/errors.md#provider-errors).
 */
export function providerError({ kind, provider }: SendFailure): AppError {
  if (kind === 'refused') return refusedByProvider(provider);
  return new AppError('provider_timeout', {
    message: 'The provider did not answer as it should; repeating the request is safe.',
    provider,
  });
}
