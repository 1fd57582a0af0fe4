import type { TiktokTokens } from '@parley/providers/tiktok/tiktok-client';
import { ConnectRefused } from '../domain/connect-result.ts';
import type { Credentials } from '../domain/credentials.ts';
import { tokenDueAt, toSecrets } from '../domain/tiktok-token.ts';
import { type Asked, askProvider } from './authorize-pages.ts';
import type { ConnectAccounts } from './connect-accounts.ts';
import type { Authorize } from './finish-connect-link.ts';

/** The TikTok calls (docs/reference/tt.md#connecting). */
export interface TiktokPlatform {
  exchangeCode(given: { code: string; redirectUri: string }): Asked<TiktokTokens>;
  getBusiness(accessToken: string, openId: string): Asked<{ username: string | null; displayName: string | null }>;
}

export interface AuthorizeTiktokDeps {
  platform: TiktokPlatform;
  credentials: Pick<Credentials, 'sealTiktok'>;
  connectAccounts: ConnectAccounts;
  callbackUrl: string;
  now(): Date;
}

/** Required scopes: a person may deselect some, and without these there are no messages. */
const NEEDED_SCOPES = ['user.info.basic', 'message.list.send', 'message.list.read'];

/**
 * Exchanges the code of TikTok's dialog for a connected account (docs/reference/channels.md#connect-links). Throws
 * {@link ConnectRefused}.
 */
export function makeAuthorizeTiktok({ platform, credentials, ...deps }: AuthorizeTiktokDeps): Authorize {
  return async (link, code) => {
    const tokens = await askProvider(() => platform.exchangeCode({ code, redirectUri: deps.callbackUrl }));
    const missing = NEEDED_SCOPES.find((scope) => !tokens.scopes.includes(scope));
    if (missing !== undefined) throw new ConnectRefused('missing_permissions', { cause: missing });
    const now = deps.now();
    const { openId, accessToken } = tokens;
    const { username, displayName } = await askProvider(() => platform.getBusiness(accessToken, openId));
    const secrets = toSecrets(tokens, now);
    await deps.connectAccounts({
      tenantId: link.tenantId,
      linkId: link.id,
      accounts: [
        {
          channel: 'tt',
          externalId: openId,
          name: displayName ?? username ?? openId,
          credentials: credentials.sealTiktok(secrets),
          pageId: null,
          tokenDueAt: tokenDueAt(secrets, now),
        },
      ],
      tell: async () => {},
    });
    return [openId];
  };
}
