import { isTokenDead } from '@parley/providers/tiktok/tiktok-error';
import type { Credentials } from '../domain/credentials.ts';
import type { RemovalKind } from '../domain/granted-account.ts';
import type { ProviderFailure, ProviderResult } from './provider-failure.ts';
import type { RemovalCalls } from './run-removal-jobs.ts';

/** The provider calls of removals. */
export interface RemovalPlatforms {
  pages: {
    subscribePage(pageId: string, pageToken: string): ProviderResult;
    unsubscribePage(pageId: string, pageToken: string): ProviderResult;
  };
  telegram: {
    setWebhook(token: string, url: string, secretToken: string): ProviderResult;
    /** The bot's webhook URL; empty where there is none. */
    getWebhookUrl(token: string): Promise<{ ok: true; url: string } | { ok: false; failure: ProviderFailure }>;
    deleteWebhook(token: string): ProviderResult;
  };
  graph: {
    subscribeApp(wabaId: string, accessToken: string): ProviderResult;
    unsubscribeApp(wabaId: string, accessToken: string): ProviderResult;
  };
  tiktok: { revokeToken(accessToken: string): ProviderResult };
}

interface Deps extends RemovalPlatforms {
  credentials: Credentials;
  callbackUrlOf(botId: string): string;
}

/** Each kind of removal, and its reversal. */
export function makeRemovalCalls(deps: Deps): Readonly<Record<RemovalKind, RemovalCalls>> {
  const { pages, telegram, graph, tiktok, credentials } = deps;
  return {
    fb_page: {
      remove: (pageId, stored) => pages.unsubscribePage(pageId, credentials.openPage(stored)),
      restore: (pageId, stored) => pages.subscribePage(pageId, credentials.openPage(stored)),
    },
    tg_webhook: {
      async remove(botId, stored) {
        const { token } = credentials.openBot(stored);
        const asked = await telegram.getWebhookUrl(token);
        // A bot has one webhook: another system set a URL that is not ours.
        return asked.ok && asked.url === deps.callbackUrlOf(botId) ? telegram.deleteWebhook(token) : asked;
      },
      async restore(botId, stored) {
        const { token, callbackSecret } = credentials.openBot(stored);
        if (callbackSecret === undefined) return { ok: true };
        return telegram.setWebhook(token, deps.callbackUrlOf(botId), callbackSecret);
      },
    },
    wa_app: {
      remove: (wabaId, stored) => graph.unsubscribeApp(wabaId, credentials.openWa(stored)),
      restore: (wabaId, stored) => graph.subscribeApp(wabaId, credentials.openWa(stored)),
    },
    tt_token: {
      async remove(_openId, stored) {
        const reported = await tiktok.revokeToken(credentials.openTiktok(stored).accessToken);
        // There is nothing left to revoke.
        return reported.ok || isTokenDead(reported.failure) ? { ok: true } : reported;
      },
      // Another authorization has its own tokens.
      restore: async () => ({ ok: true }),
    },
  };
}
