import { verb } from '@parley/bus/verb';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { finishConnectLink as contract } from '@parley/common/contracts/internal/connect-link';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Cipher } from '@parley/database/encryption';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { connectAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import type { GraphPage } from '@parley/providers/graph/messenger-client';
import type { ReadResult } from '@parley/providers/send-outcome';
import { channelConnected, channelDisconnected } from '../channels/channel-events.rules.ts';
import { type AccountHold, undoJobsOf } from '../connecting/account-hold.rules.ts';
import { lockHeldAccounts, lockNames, nameOf } from '../connecting/accounts.store.ts';
import { askForAuthorization } from '../connecting/ask-provider.client.ts';
import { sealInstagram, sealNothing, sealPage, sealTiktok } from '../connecting/credentials.rules.ts';
import { holdAccounts, releaseHolds } from '../connecting/hold-accounts.steps.ts';
import { cancelUndoJobs } from '../connecting/undo-job.store.ts';
import { disconnectRow, lockOthersLinked } from '../removal/removal.store.ts';
import type { ChannelConnectService } from '../service.ts';
import { tokenDueAt, toSecrets } from '../tokens/tiktok-token.rules.ts';
import { saveTokenDueAt } from '../tokens/token.store.ts';
import { type ConnectLink, endOfLink, isSameBrowser, UNKNOWN_LINK, type Visit } from './connect-link.rules.ts';
import { type ConnectError, ConnectRefused, type ConnectResult } from './connect-result.rules.ts';
import { type DialogProvider, dialogCallbackUrl, providerOf } from './dialog-url.rules.ts';
import type { GrantedAccount } from './granted-account.rules.ts';
import { choosePages, refusedPermission } from './granted-pages.rules.ts';
import { consumeState, findVisit, lockUnusedLink, markLinkUsed } from './link.store.ts';
import { hashSecret } from './secret.rules.ts';
import { sendBack } from './send-back.steps.ts';

type Input = InputOf<typeof contract>;

/** The dialogs' error codes when the person declines. */
const CANCELLED = new Set(['access_denied', 'user_denied', 'user_cancelled', 'user_canceled']);
const isCancelled = ({ error, errorReason }: Input): boolean =>
  CANCELLED.has(error ?? '') || CANCELLED.has(errorReason ?? '');

const failed = (error: ConnectError): ConnectResult => ({ status: 'error', error });

async function authorize(
  service: ChannelConnectService,
  link: ConnectLink,
  provider: DialogProvider,
  code: string,
): Promise<ConnectResult> {
  try {
    const ids = await (provider === 'meta'
      ? authorizePages(service, link, code)
      : authorizeTiktok(service, link, code));
    return { status: 'success', channel: link.channel, ids };
  } catch (error) {
    if (error instanceof ConnectRefused && error.code !== 'internal_error') return failed(error.code);
    service.logger.error('connect-link.failed', { link_id: link.id, err: error }, 'A connect link failed.');
    const isAway = error instanceof AppError && error.code === 'service_unavailable';
    return failed(isAway ? 'service_unavailable' : 'internal_error');
  }
}

async function resultOf(service: ChannelConnectService, visit: Visit, input: Input): Promise<ConnectResult> {
  const { link } = visit;
  if (link.usedAt) return failed('link_used');
  // The state stays valid for its own browser.
  if (!isSameBrowser(visit, input.browserSecret)) return failed('other_browser');
  if (!visit.isCurrent || providerOf(link.channel) !== input.provider) return failed('state_mismatch');
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
async function authorizePages(service: ChannelConnectService, link: ConnectLink, code: string): Promise<string[]> {
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
  } as const;
  // TikTok needs no call for webhooks.
  await connectAccounts(service, link, [account], async () => {});
  return [openId];
}

const HOLD_MS = 120_000;

/**
 * Connects all accounts of one authorization, or none (docs/reference/channels.md#connect-links). They are reserved
 * before `configure` calls the provider, so that no other request configures it; a crash leaves only holds that expire
 * and jobs that revert. Throws {@link ConnectRefused}, and the errors of `configure`.
 */
async function connectAccounts(
  service: ChannelConnectService,
  link: ConnectLink,
  accounts: readonly GrantedAccount[],
  configure: () => Promise<void>,
): Promise<void> {
  const held = await holdAccounts(service, link.tenantId, accounts, HOLD_MS);
  if (!held) throw new ConnectRefused('already_connected');
  try {
    await configure();
    const outcome = await finishGrantedAccounts(service, link, held);
    if (outcome !== 'connected') throw new ConnectRefused(outcome);
  } catch (error) {
    await releaseHolds(service, held, accounts.map(nameOf));
    throw error;
  }
}

type HeldAccount = AccountHold<GrantedAccount>;

/** Checks that the link is unused, every account is still reserved, and no subscription was reverted meanwhile; cancels their reversals. */
async function findObstacle(
  transaction: PrismaTransaction,
  { id: linkId, tenantId }: ConnectLink,
  held: readonly HeldAccount[],
): Promise<'link_used' | 'interrupted' | null> {
  const { sql } = transaction;
  if (!(await lockUnusedLink(sql, linkId, tenantId))) return 'link_used';
  const names = held.map(({ account }) => nameOf(account));
  await lockNames(sql, names);
  const ids = held.map(({ accountId }) => accountId);
  if ((await lockHeldAccounts(sql, tenantId, ids)).length < held.length) return 'interrupted';
  return (await cancelUndoJobs(transaction, undoJobsOf(held))) ? null : 'interrupted';
}

/** Writes one account as connected, after the page that it is linked to. */
async function connectOne(
  transaction: PrismaTransaction,
  { account, accountId }: HeldAccount,
  linkedAccountId: number | null,
  at: Date,
) {
  const { name, credentials, tokenDueAt } = account;
  const details = { number: null, wabaId: null, callbackSecretHash: null };
  const written = { id: accountId, name, credentials, ...details, linkedAccountId, at };
  const connected = await connectAccount(transaction.sql, written);
  if (tokenDueAt) await saveTokenDueAt(transaction, connected.account, { dueAt: tokenDueAt, refreshedAt: at });
  return connected;
}

/** Connects all accounts and marks the link as used, in one transaction with the events of newly connected ones. */
async function finishGrantedAccounts(
  service: ChannelConnectService,
  link: ConnectLink,
  held: readonly HeldAccount[],
): Promise<'connected' | 'link_used' | 'interrupted'> {
  const now = service.now();
  const { obstacle, woken } = await service.database.prismaTransaction(async (transaction) => {
    const { sql } = transaction;
    const obstacle = await findObstacle(transaction, link, held);
    if (obstacle !== null) return { obstacle, woken: [] };
    const pages = new Map<string, number>();
    const events = [];
    for (const one of held) {
      const { channel, externalId, pageId } = one.account;
      const pageAccountId = pageId === null ? null : (pages.get(pageId) ?? null);
      const { account, wasConnected } = await connectOne(transaction, one, pageAccountId, now);
      if (channel === 'fb') pages.set(externalId, account.id);
      // The page's previous Instagram account can no longer be reached.
      const replaced = pageAccountId === null ? [] : await lockOthersLinked(sql, pageAccountId, account.id);
      for (const gone of replaced) await disconnectRow(transaction, gone, 'replaced', now, sealNothing(service.cipher));
      events.push(...replaced.map((gone) => channelDisconnected(gone, 'replaced', now)));
      if (!wasConnected) events.push(channelConnected(account));
    }
    await markLinkUsed(transaction, link, now);
    return { obstacle: null, woken: await appendEvents(sql, events) };
  });
  wakeDeliveries(service.bus, woken);
  return obstacle ?? 'connected';
}
