import type { Cipher } from '@parley/database/encryption';
import type { GraphPage } from '@parley/providers/graph/messenger-client';
import type { ReadResult } from '@parley/providers/send-outcome';
import { askForAuthorization } from '../adapters/ask-provider.ts';
import type { ConnectLink } from '../domain/connect-link.ts';
import { ConnectRefused } from '../domain/connect-result.ts';
import { sealInstagram, sealPage } from '../domain/credentials.ts';
import { dialogCallbackUrl } from '../domain/dialog-url.ts';
import type { GrantedAccount } from '../domain/granted-account.ts';
import { choosePages, refusedPermission } from '../domain/granted-pages.ts';
import type { ChannelConnectService } from '../service.ts';
import { connectAccounts } from './connect-accounts.ts';

/** No further call starts after this part of the 55 s that a browser waits; the last call may take the rest. */
const BUDGET_MS = 35_000;
const SUBSCRIBED_AT_ONCE = 4;

/** Calls Graph while there is time left. */
type Ask = <T>(call: () => Promise<ReadResult<T>>) => Promise<T>;

function accountsOf(
  cipher: Pick<Cipher, 'encrypt'>,
  { id, name, accessToken, instagram }: GraphPage,
): GrantedAccount[] {
  const fb: GrantedAccount = {
    channel: 'fb',
    externalId: id,
    name,
    credentials: sealPage(cipher, accessToken),
    pageId: null,
    tokenDueAt: null,
  };
  if (!instagram) return [fb];
  const ig: GrantedAccount = {
    channel: 'ig',
    externalId: instagram.id,
    name: instagram.username ?? instagram.name ?? instagram.id,
    credentials: sealInstagram(cipher, { accessToken, pageId: id }),
    pageId: id,
    tokenDueAt: null,
  };
  return [fb, ig];
}

async function subscribeAll(
  { pages: client }: Pick<ChannelConnectService, 'pages'>,
  pages: readonly GraphPage[],
  ask: Ask,
): Promise<void> {
  const left = [...pages];
  const subscribe = async (): Promise<void> => {
    for (let page = left.shift(); page; page = left.shift()) {
      const { id, accessToken } = page;
      await ask(() => client.subscribePage(id, accessToken));
    }
  };
  // All calls must end before anything is reverted.
  const ended = await Promise.allSettled(Array.from({ length: SUBSCRIBED_AT_ONCE }, subscribe));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/**
 * Exchanges the code of Facebook's dialog for connected pages and their Instagram accounts
 * (docs/reference/channels.md#connect-links): a link for ig uses the pages that have one. Returns the accounts' ids.
 * Throws {@link ConnectRefused}.
 */
export async function authorizePages(
  service: ChannelConnectService,
  link: ConnectLink,
  code: string,
): Promise<string[]> {
  const { pages: client, environment, cipher } = service;
  const startedAt = performance.now();
  const ask: Ask = async (call) => {
    if (performance.now() - startedAt > BUDGET_MS) throw new ConnectRefused('provider_timeout');
    return askForAuthorization(call);
  };
  const redirectUri = dialogCallbackUrl(environment, 'meta');
  const short = await ask(() => client.exchangeCode({ code, redirectUri }));
  const long = await ask(() => client.exchangeForLongLived(short.accessToken));
  const granted = await ask(() => client.inspectToken(long.accessToken));
  if (!granted.isValid) throw new ConnectRefused('provider_error');
  const refusal = refusedPermission(link.channel, granted);
  if (refusal !== null) throw new ConnectRefused('missing_permissions', { cause: refusal });

  const pages = choosePages(link.channel, granted, await ask(() => client.listPages(long.accessToken)));
  if (pages.length === 0) throw new ConnectRefused(link.channel === 'ig' ? 'no_instagram_account' : 'no_page');
  const accounts = pages.flatMap((page) => accountsOf(cipher, page));
  await connectAccounts(service, link, accounts, () => subscribeAll(service, pages, ask));
  return accounts.map(({ externalId }) => externalId);
}
