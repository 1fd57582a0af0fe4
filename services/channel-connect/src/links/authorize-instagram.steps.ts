import { sealInstagramLogin } from '../connecting/credentials.rules.ts';
import { askForAuthorization } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { loginName, loginTokenDueAt } from '../tokens/login.rules.ts';
import { dialogCallbackUrl, type GrantedAccount, mayUseComments, refusedLoginPermission } from './dialog.rules.ts';
import { connectAccounts } from './granted.steps.ts';
import { type ConnectLink, ConnectRefused } from './link.rules.ts';

/**
 * Exchanges the code of Instagram's dialog for a connected account (docs/reference/ig.md#instagram-login). The account
 * is the one that Instagram names for the token; nothing that the browser brings names one. Returns its id. Throws
 * {@link ConnectRefused}.
 */
export async function authorizeInstagram(
  service: ChannelConnectService,
  link: ConnectLink,
  code: string,
): Promise<string[]> {
  const { instagram, environment, cipher } = service;
  const redirectUri = dialogCallbackUrl(environment, 'instagram');
  const short = await askForAuthorization(() => instagram.exchangeCode({ code, redirectUri }));
  const refusal = refusedLoginPermission(short.permissions);
  if (refusal !== null) throw new ConnectRefused('missing_permissions', { cause: refusal });
  const long = await askForAuthorization(() => instagram.exchangeForLongLived(short.accessToken));
  const now = service.now();
  const { userId, appScopedId, username, name } = await askForAuthorization(() => instagram.getMe(long.accessToken));
  const expiresAt = new Date(now.getTime() + long.expiresInSeconds * 1000);
  const comments = mayUseComments(short.permissions);
  const account: GrantedAccount = {
    channel: 'ig',
    externalId: userId,
    name: username ?? name ?? userId,
    credentials: sealInstagramLogin(cipher, { accessToken: long.accessToken, appScopedId, expiresAt, comments }),
    pageId: null,
    tokenDueAt: loginTokenDueAt({ expiresAt }, now),
    authorizedBy: loginName('instagram', appScopedId),
  };
  await connectAccounts(service, link, [account], async () => {
    await askForAuthorization(() => instagram.subscribe(long.accessToken, { comments }));
  });
  return [userId];
}
