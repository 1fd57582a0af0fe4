import type { OnAppRefused } from '@parley/providers/app-refusal';
import { graphOptions, telegramOptions, tiktokOptions } from '@parley/providers/client-options';
import { type MessengerClient, makeMessengerClient } from '@parley/providers/graph/messenger-client';
import type { TemplateCalls } from '@parley/providers/graph/template-calls';
import { makeWhatsappCloudClient, type WhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { makeTelegramClient, type TelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient, type TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';

export type ProviderEnvironment = Parameters<typeof graphOptions>[0] &
  Parameters<typeof telegramOptions>[0] &
  Parameters<typeof tiktokOptions>[0] &
  Pick<Environment, 'PARLEY_META_APP_ID'>;

/** The clients of the providers, limited to the calls for accounts. */
export interface ProviderClients {
  /** Has no `onAppRefused`: the tokens of wa numbers may belong to other apps. */
  graph: Pick<
    WhatsappCloudClient,
    'getPhoneNumber' | 'getNumberQuality' | 'listTemplates' | 'subscribeApp' | 'unsubscribeApp' | keyof TemplateCalls
  >;
  pages: Pick<
    MessengerClient,
    'exchangeCode' | 'exchangeForLongLived' | 'inspectToken' | 'listPages' | 'subscribePage' | 'unsubscribePage'
  >;
  telegram: Pick<TelegramClient, 'getMe' | 'setWebhook' | 'getWebhookUrl' | 'deleteWebhook'>;
  tiktok: Pick<TiktokClient, 'exchangeCode' | 'getBusiness' | 'refreshToken' | 'revokeToken'>;
}

export function makeProviderClients(environment: ProviderEnvironment, onAppRefused: OnAppRefused): ProviderClients {
  const graph = graphOptions(environment);
  return {
    graph: makeWhatsappCloudClient(graph),
    pages: makeMessengerClient({ ...graph, onAppRefused, appId: environment.PARLEY_META_APP_ID }),
    telegram: makeTelegramClient(telegramOptions(environment)),
    tiktok: makeTiktokClient({ ...tiktokOptions(environment), onAppRefused }),
  };
}
