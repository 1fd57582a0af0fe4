import { askForAuthorization } from '../adapters/ask-provider.ts';
import type { ConnectLink } from '../domain/connect-link.ts';
import { ConnectRefused } from '../domain/connect-result.ts';
import { sealTiktok } from '../domain/credentials.ts';
import { dialogCallbackUrl } from '../domain/dialog-url.ts';
import { tokenDueAt, toSecrets } from '../domain/tiktok-token.ts';
import type { ChannelConnectService } from '../service.ts';
import { connectAccounts } from './connect-accounts.ts';

/** Required scopes: a person may deselect some, and without these there are no messages. */
const NEEDED_SCOPES = ['user.info.basic', 'message.list.send', 'message.list.read'];

/**
 * Exchanges the code of TikTok's dialog for a connected account (docs/reference/channels.md#connect-links). Returns its
 * id. Throws {@link ConnectRefused}.
 */
export async function authorizeTiktok(
  service: ChannelConnectService,
  link: ConnectLink,
  code: string,
): Promise<string[]> {
  const { tiktok, environment, cipher } = service;
  const redirectUri = dialogCallbackUrl(environment, 'tiktok');
  const tokens = await askForAuthorization(() => tiktok.exchangeCode({ code, redirectUri }));
  const missing = NEEDED_SCOPES.find((scope) => !tokens.scopes.includes(scope));
  if (missing !== undefined) throw new ConnectRefused('missing_permissions', { cause: missing });
  const now = service.now();
  const { openId, accessToken } = tokens;
  const { username, displayName } = await askForAuthorization(() => tiktok.getBusiness(accessToken, openId));
  const secrets = toSecrets(tokens, now);
  const account = {
    channel: 'tt',
    externalId: openId,
    name: displayName ?? username ?? openId,
    credentials: sealTiktok(cipher, secrets),
    pageId: null,
    tokenDueAt: tokenDueAt(secrets, now),
  } as const;
  // TikTok needs no call for webhooks.
  await connectAccounts(service, link, [account], async () => {});
  return [openId];
}
