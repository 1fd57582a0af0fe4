import { verb } from '@parley/bus/verb';
import { finishConnectLink as contract } from '@parley/common/contracts/internal/connect-link';
import type { InputOf } from '@parley/common/define-contract';
import type { Cipher } from '@parley/database/encryption';
import type { GraphPage } from '@parley/providers/graph/messenger-client';
import { sealInstagram, sealPage, sealTiktok } from '../connecting/credentials.rules.ts';
import { askForAuthorization } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { loginName } from '../tokens/login.rules.ts';
import { tokenDueAt, toSecrets } from '../tokens/tiktok-token.rules.ts';
import { authorizeInstagram } from './authorize-instagram.steps.ts';
import {
  choosePages,
  type DialogProvider,
  dialogCallbackUrl,
  type GrantedAccount,
  refusedPermission,
} from './dialog.rules.ts';
import { type Ask, resultOf as attempt, connectAccounts, failed, makeAsk } from './granted.steps.ts';
import {
  type ConnectLink,
  ConnectRefused,
  type ConnectResult,
  endOfLink,
  hashSecret,
  isSameBrowser,
  UNKNOWN_LINK,
  type Visit,
} from './link.rules.ts';
import { consumeState, findVisit } from './link.store.ts';
import { sendBack } from './send-back.steps.ts';

type Input = InputOf<typeof contract>;

/** The dialogs' error codes when the person declines. */
const CANCELLED = new Set(['access_denied', 'user_denied', 'user_cancelled', 'user_canceled']);
const isCancelled = ({ error, errorReason }: Input): boolean =>
  CANCELLED.has(error ?? '') || CANCELLED.has(errorReason ?? '');

const authorize = (
  service: ChannelConnectService,
  link: ConnectLink,
  provider: DialogProvider,
  code: string,
): Promise<ConnectResult> =>
  attempt(service, link, async (): Promise<ConnectResult> => {
    const ids = await AUTHORIZE[provider](service, link, code);
    return { status: 'success', channel: link.channel, ids };
  });

async function resultOf(service: ChannelConnectService, visit: Visit, input: Input): Promise<ConnectResult> {
  const { link } = visit;
  if (link.usedAt) return failed('link_used');
  // The state stays valid for its own browser.
  if (!isSameBrowser(visit, input.browserSecret)) return failed('other_browser');
  // A number is never connected by a redirect.
  if (link.channel === 'wa' || !visit.isCurrent || visit.provider !== input.provider) return failed('state_mismatch');
  const end = endOfLink(link, service.now());
  if (end) return failed(end);
  if (!(await consumeState(service.database, link.id, hashSecret(input.state)))) return failed('state_mismatch');
  if (isCancelled(input)) return { status: 'cancelled' };
  if (input.error !== null || input.code === null) return failed('provider_error');
  return authorize(service, link, input.provider, input.code);
}

/**
 * Handles the return from a dialog (docs/reference/channels.md#connect-links). A state works once, and only in the
 * browser in which its visit began: a forged return in another person's browser, or a dialog URL forwarded without our
 * page, connects nothing. After a visit without a connection the link can be used again.
 */
export const finishConnectLink = verb(contract, async (service: ChannelConnectService, input: Input) => {
  const visit = await findVisit(service.database, hashSecret(input.state));
  if (!visit) return UNKNOWN_LINK;
  return sendBack(service, visit.link, await resultOf(service, visit, input));
});

const SUBSCRIBED_AT_ONCE = 4;

function accountsOf(
  cipher: Pick<Cipher, 'encrypt'>,
  { id, name, accessToken, instagram }: GraphPage,
  authorizedBy: string | null,
): GrantedAccount[] {
  const fb: GrantedAccount = {
    channel: 'fb',
    externalId: id,
    name,
    credentials: sealPage(cipher, accessToken),
    pageId: null,
    tokenDueAt: null,
    authorizedBy,
  };
  if (!instagram) return [fb];
  const ig: GrantedAccount = {
    channel: 'ig',
    externalId: instagram.id,
    name: instagram.username ?? instagram.name ?? instagram.id,
    credentials: sealInstagram(cipher, { accessToken, pageId: id }),
    pageId: id,
    tokenDueAt: null,
    authorizedBy,
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
async function authorizePages(service: ChannelConnectService, link: ConnectLink, code: string): Promise<string[]> {
  const { pages: client, environment, cipher } = service;
  const ask = makeAsk();
  const redirectUri = dialogCallbackUrl(environment, 'meta');
  const short = await ask(() => client.exchangeCode({ code, redirectUri }));
  const long = await ask(() => client.exchangeForLongLived(short.accessToken));
  const granted = await ask(() => client.inspectToken(long.accessToken));
  if (!granted.isValid) throw new ConnectRefused('provider_error');
  const refusal = refusedPermission(link.channel, granted);
  if (refusal !== null) throw new ConnectRefused('missing_permissions', { cause: refusal });

  const pages = choosePages(link.channel, granted, await ask(() => client.listPages(long.accessToken)));
  if (pages.length === 0) throw new ConnectRefused(link.channel === 'ig' ? 'no_instagram_account' : 'no_page');
  const authorizedBy = granted.userId === null ? null : loginName('meta', granted.userId);
  const accounts = pages.flatMap((page) => accountsOf(cipher, page, authorizedBy));
  await connectAccounts(service, link, accounts, () => subscribeAll(service, pages, ask));
  return accounts.map(({ externalId }) => externalId);
}

/** Required scopes: a person may deselect some, and without these there are no messages. */
const NEEDED_SCOPES = ['user.info.basic', 'message.list.send', 'message.list.read'];

/**
 * Exchanges the code of TikTok's dialog for a connected account (docs/reference/channels.md#connect-links). Returns its
 * id. Throws {@link ConnectRefused}.
 */
async function authorizeTiktok(service: ChannelConnectService, link: ConnectLink, code: string): Promise<string[]> {
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
    authorizedBy: null,
  } as const;
  // TikTok needs no call for webhooks.
  await connectAccounts(service, link, [account], async () => {});
  return [openId];
}

const AUTHORIZE = { meta: authorizePages, tiktok: authorizeTiktok, instagram: authorizeInstagram } as const;
