import type { GraphPage } from '@parley/providers/graph/messenger-client';
import { retryRefused } from '@parley/providers/retry-refused';
import type { ReadResult } from '@parley/providers/send-outcome';
import { ConnectRefused } from '../domain/connect-result.ts';
import type { Credentials } from '../domain/credentials.ts';
import type { GrantedAccount } from '../domain/granted-account.ts';
import { choosePages, type GrantedScopes, refusedPermission } from '../domain/granted-pages.ts';
import type { ConnectAccounts } from './connect-accounts.ts';
import type { Authorize } from './finish-connect-link.ts';

export type Asked<T> = Promise<ReadResult<T>>;

/** The Graph calls (docs/reference/fb.md#connecting). */
export interface PagePlatform {
  exchangeCode(given: { code: string; redirectUri: string }): Asked<{ accessToken: string }>;
  exchangeForLongLived(shortToken: string): Asked<{ accessToken: string }>;
  inspectToken(token: string): Asked<GrantedScopes & { isValid: boolean }>;
  listPages(userToken: string): Asked<GraphPage[]>;
  subscribePage(pageId: string, pageToken: string): Asked<unknown>;
}

export interface AuthorizePagesDeps {
  platform: PagePlatform;
  credentials: Pick<Credentials, 'sealPage' | 'sealInstagram'>;
  connectAccounts: ConnectAccounts;
  callbackUrl: string;
  now(): Date;
}

/** No further call starts after this part of the 55 s that a browser waits; the last call may take the rest. */
const BUDGET_MS = 35_000;
const SUBSCRIBED_AT_ONCE = 4;

/** The value of a provider call; throws a refusal with its public code. */
export async function askProvider<T>(call: () => Asked<T>): Promise<T> {
  const asked = await retryRefused(call);
  if (asked.ok) return asked.value;
  const code = asked.failure.kind === 'refused' ? 'provider_error' : 'provider_timeout';
  throw new ConnectRefused(code, { cause: asked.failure.provider });
}

/**
 * Exchanges the code of Facebook's dialog for connected pages and their Instagram accounts
 * (docs/reference/channels.md#connect-links): a link for ig uses the pages that have one. Throws {@link
 * ConnectRefused}.
 */
export function makeAuthorizePages(deps: AuthorizePagesDeps): Authorize {
  const { platform, credentials } = deps;

  function accountsOf(page: GraphPage): GrantedAccount[] {
    const { id, name, accessToken, instagram } = page;
    const fb: GrantedAccount = {
      channel: 'fb',
      externalId: id,
      name,
      credentials: credentials.sealPage(accessToken),
      pageId: null,
      tokenDueAt: null,
    };
    if (!instagram) return [fb];
    const ig: GrantedAccount = {
      channel: 'ig',
      externalId: instagram.id,
      name: instagram.username ?? instagram.name ?? instagram.id,
      credentials: credentials.sealInstagram({ accessToken, pageId: id }),
      pageId: id,
      tokenDueAt: null,
    };
    return [fb, ig];
  }

  async function subscribeAll(pages: readonly GraphPage[], isLate: () => boolean): Promise<void> {
    const left = [...pages];
    const subscribe = async (): Promise<void> => {
      for (let page = left.shift(); page; page = left.shift()) {
        const { id, accessToken } = page;
        if (isLate()) throw new ConnectRefused('provider_timeout');
        await askProvider(() => platform.subscribePage(id, accessToken));
      }
    };
    // All calls must end before anything is reverted.
    const ended = await Promise.allSettled(Array.from({ length: SUBSCRIBED_AT_ONCE }, subscribe));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  return async (link, code) => {
    const startedAt = performance.now();
    const isLate = (): boolean => performance.now() - startedAt > BUDGET_MS;
    const askInTime = <T>(call: () => Asked<T>): Promise<T> => {
      if (isLate()) throw new ConnectRefused('provider_timeout');
      return askProvider(call);
    };
    const short = await askInTime(() => platform.exchangeCode({ code, redirectUri: deps.callbackUrl }));
    const long = await askInTime(() => platform.exchangeForLongLived(short.accessToken));
    const granted = await askInTime(() => platform.inspectToken(long.accessToken));
    if (!granted.isValid) throw new ConnectRefused('provider_error');
    const refusal = refusedPermission(link.channel, granted);
    if (refusal !== null) throw new ConnectRefused('missing_permissions', { cause: refusal });

    const pages = choosePages(link.channel, granted, await askInTime(() => platform.listPages(long.accessToken)));
    if (pages.length === 0) throw new ConnectRefused(link.channel === 'ig' ? 'no_instagram_account' : 'no_page');
    const accounts = pages.flatMap(accountsOf);
    await deps.connectAccounts({
      tenantId: link.tenantId,
      linkId: link.id,
      accounts,
      tell: () => subscribeAll(pages, isLate),
    });
    return accounts.map(({ externalId }) => externalId);
  };
}
