import type { Cipher } from '@parley/database/encryption';
import { isTokenDead } from '@parley/providers/tiktok/tiktok-error';
import {
  botCallbackUrl,
  openBot,
  openInstagramLogin,
  openPage,
  openTiktok,
  openWa,
} from '../connecting/credentials.rules.ts';
import type { ProviderClients, ProviderResult } from '../connecting/provider.client.ts';
import type { RemovalKind } from './removal.rules.ts';

interface Clients extends ProviderClients {
  cipher: Pick<Cipher, 'decrypt'>;
  environment: Parameters<typeof botCallbackUrl>[0];
}

/** The provider call of a removal, and the call that restores a newer connection if the first came too late. */
interface RemovalCalls {
  remove(clients: Clients, externalId: string, stored: string): Promise<ProviderResult>;
  restore(clients: Clients, externalId: string, stored: string): Promise<ProviderResult>;
}

/** The calls by kind; each opens the account's stored credentials. */
export const REMOVAL_CALLS: Readonly<Record<RemovalKind, RemovalCalls>> = {
  fb_page: {
    async remove({ pages, instagram, cipher }, id, stored) {
      const login = openInstagramLogin(cipher, stored);
      return login ? instagram.unsubscribe(login.accessToken) : pages.unsubscribePage(id, openPage(cipher, stored));
    },
    async restore({ pages, instagram, cipher }, id, stored) {
      const login = openInstagramLogin(cipher, stored);
      return login ? instagram.subscribe(login.accessToken, login) : pages.subscribePage(id, openPage(cipher, stored));
    },
  },
  tg_webhook: {
    async remove({ telegram, cipher, environment }, botId, stored) {
      const { token } = openBot(cipher, stored);
      const asked = await telegram.getWebhookUrl(token);
      // A bot has one webhook: another system set a URL that is not ours.
      return asked.ok && asked.url === botCallbackUrl(environment, botId) ? telegram.deleteWebhook(token) : asked;
    },
    async restore({ telegram, cipher, environment }, botId, stored) {
      const { token, callbackSecret } = openBot(cipher, stored);
      if (callbackSecret === undefined) return { ok: true };
      return telegram.setWebhook(token, botCallbackUrl(environment, botId), callbackSecret);
    },
  },
  wa_app: {
    remove: async ({ graph, cipher }, wabaId, stored) => graph.unsubscribeApp(wabaId, openWa(cipher, stored)),
    restore: async ({ graph, cipher }, wabaId, stored) => graph.subscribeApp(wabaId, openWa(cipher, stored)),
  },
  tt_token: {
    async remove({ tiktok, cipher }, _openId, stored) {
      const reported = await tiktok.revokeToken(openTiktok(cipher, stored).accessToken);
      // There is nothing left to revoke.
      return reported.ok || isTokenDead(reported.failure) ? { ok: true } : reported;
    },
    // Another authorization has its own tokens.
    restore: async () => ({ ok: true }),
  },
};
