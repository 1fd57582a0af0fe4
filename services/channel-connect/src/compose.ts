import type { BusClient } from '@parley/bus/bus-client';
import { deliveriesDue, HINT_MAX_KEYS } from '@parley/common/hints';
import type { ClaimAs } from '@parley/database/claim-holder';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import type { WhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import type { TelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeCredentials } from './domain/credentials.ts';
import type { Dialogs } from './domain/dialog-url.ts';
import { makeAccountStore } from './storage/account-store.ts';
import { makeBotFinish, makeBotHolds } from './storage/bot-store.ts';
import { countLeft, findConnected, removeTenantRows } from './storage/erase-store.ts';
import { makeAccountFinish, makeAccountHolds } from './storage/granted-account-store.ts';
import { makeLinkStore } from './storage/link-store.ts';
import type { HolderStoreDeps } from './storage/lock-holders.ts';
import { makeNumberHolds, makeNumberStore } from './storage/number-store.ts';
import { findDueRemoval, makeRemovalJobStore } from './storage/removal-job-store.ts';
import { makeRemovalStore } from './storage/removal-store.ts';
import { makeTokenStore } from './storage/token-store.ts';
import { makeAuthorizePages, type PagePlatform } from './use-cases/authorize-pages.ts';
import { makeAuthorizeTiktok, type TiktokPlatform } from './use-cases/authorize-tiktok.ts';
import { makeBeginConnectVisit } from './use-cases/begin-connect-visit.ts';
import { makeConnectAccounts } from './use-cases/connect-accounts.ts';
import { makeConnectTelegram } from './use-cases/connect-telegram.ts';
import { makeConnectWaNumber } from './use-cases/connect-wa-number.ts';
import { type IsRedirectAllowed, makeCreateConnectLink } from './use-cases/create-connect-link.ts';
import { makeDisconnectChannel } from './use-cases/disconnect-channel.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { type FinishConnectLinkDeps, makeFinishConnectLink } from './use-cases/finish-connect-link.ts';
import { makeListChannels } from './use-cases/list-channels.ts';
import { makeListTemplates } from './use-cases/list-templates.ts';
import { makeListTenantChannels } from './use-cases/list-tenant-channels.ts';
import { makeOpenConnectLink } from './use-cases/open-connect-link.ts';
import { makeRefreshToken, type RefreshTokenDeps } from './use-cases/refresh-token.ts';
import { makeRemovalCalls, type RemovalPlatforms } from './use-cases/removal-calls.ts';
import { makeRemoveChannel } from './use-cases/remove-channel.ts';
import { makeRemoveTenantChannel } from './use-cases/remove-tenant-channel.ts';
import { makeReportBrokenChannel } from './use-cases/report-broken-channel.ts';
import { makeRunRemovalJobs, type RunRemovalJobsDeps } from './use-cases/run-removal-jobs.ts';
import { makeSendBack } from './use-cases/send-back.ts';

export const USE_CASES = Symbol('channel-connect.use-cases');

export interface UseCaseParts {
  /** Its absence is an answer: service_unavailable. */
  database: Pick<Database, 'query' | 'transaction'>;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
  bus: Pick<BusClient, 'publishHint'>;
  graph: WhatsappCloudClient;
  telegram: TelegramClient;
  pages: PagePlatform & RemovalPlatforms['pages'];
  tiktok: TiktokPlatform & RemovalPlatforms['tiktok'] & RefreshTokenDeps['platform'];
  dialogs: Dialogs;
  isRedirectAllowed: IsRedirectAllowed;
  /** Origin that providers reach. */
  publicUrl: string;
  /** How long a removal job is held. */
  removalLeaseMs: number;
  onRemovalGivenUp: RunRemovalJobsDeps['onGivenUp'];
  onConnectFailure: FinishConnectLinkDeps['onFailure'];
  onRefreshFailure: RefreshTokenDeps['onFailure'];
  now(): Date;
  claimAs?: ClaimAs | undefined;
}

export type UseCases = ReturnType<typeof makeUseCases>;

const FORGET_LINKS_AFTER_MS = 24 * 3_600_000;

/** Everything that the channel-connect service does, over one database, one bus and the providers. */
export function makeUseCases({
  database,
  cipher,
  bus,
  graph,
  telegram,
  pages,
  tiktok,
  dialogs,
  ...parts
}: UseCaseParts) {
  const { publicUrl, isRedirectAllowed, now } = parts;
  const credentials = makeCredentials(cipher);
  const accounts = makeAccountStore(database);
  const links = makeLinkStore(database);
  const holding: HolderStoreDeps = {
    database,
    emptyCredentials: credentials.sealNothing,
    wakeLanes: (instanceIds) => {
      for (let from = 0; from < instanceIds.length; from += HINT_MAX_KEYS)
        bus.publishHint(deliveriesDue, { instance_ids: instanceIds.slice(from, from + HINT_MAX_KEYS) });
    },
  };
  const callbackUrlOf = (botId: string): string => `${publicUrl}/hooks/telegram/${botId}`;
  const removals = makeRemovalStore(holding);
  let wakeRemovals = (): void => {};
  const disconnect: typeof removals.disconnect = async (gone) => {
    const linked = await removals.disconnect(gone);
    wakeRemovals();
    return linked;
  };
  const removeChannel = makeRemoveChannel({ ...removals, wakeRemovals: () => wakeRemovals(), now });
  const connectAccounts = makeConnectAccounts({
    ...makeAccountHolds(holding),
    ...makeAccountFinish(holding),
    wakeRemovals: () => wakeRemovals(),
    now,
  });
  const authorizing = { credentials, connectAccounts, now };
  const sendBack = makeSendBack(isRedirectAllowed);
  const tokens = makeRefreshToken({
    disconnect,
    platform: tiktok,
    credentials,
    tokens: makeTokenStore(database, parts.claimAs),
    onFailure: parts.onRefreshFailure,
    now,
  });

  return {
    connectTelegram: makeConnectTelegram({
      ...makeBotHolds(holding),
      ...makeBotFinish(holding),
      platform: telegram,
      credentials,
      callbackUrlOf,
      wakeRemovals: () => wakeRemovals(),
      now,
    }),
    connectWaNumber: makeConnectWaNumber({
      ...accounts,
      ...makeNumberHolds(holding),
      ...makeNumberStore(holding),
      platform: graph,
      credentials,
      wakeRemovals: () => wakeRemovals(),
      now,
    }),
    createConnectLink: makeCreateConnectLink({ ...links, isRedirectAllowed, dialogs, publicUrl, now }),
    openConnectLink: makeOpenConnectLink({ ...links, sendBack, now }),
    beginConnectVisit: makeBeginConnectVisit({ ...links, dialogs, sendBack, now }),
    finishConnectLink: makeFinishConnectLink({
      ...links,
      authorize: {
        meta: makeAuthorizePages({ ...authorizing, platform: pages, callbackUrl: dialogs.callbackUrlOf('meta') }),
        tiktok: makeAuthorizeTiktok({ ...authorizing, platform: tiktok, callbackUrl: dialogs.callbackUrlOf('tiktok') }),
      },
      sendBack,
      onFailure: parts.onConnectFailure,
      now,
    }),
    listTemplates: makeListTemplates({ ...accounts, platform: graph, credentials, now }),
    listChannels: makeListChannels(accounts),
    listTenantChannels: makeListTenantChannels(accounts),
    disconnectChannel: makeDisconnectChannel(removeChannel),
    removeTenantChannel: makeRemoveTenantChannel({ findTenantId: accounts.findTenantId, removeChannel }),
    eraseData: makeEraseData({
      findConnected: (tenantId, count) => findConnected(database, tenantId, count),
      removeChannel,
      removeTenantRows: (tenantId, at) => removeTenantRows(database, tenantId, at),
      countLeft: (tenantId) => countLeft(database, tenantId),
      now,
    }),
    reportBrokenChannel: makeReportBrokenChannel({ disconnect, retryRefused: tokens.retryRefused, now }),
    tokens,
    runRemovalJobs: makeRunRemovalJobs({
      jobs: makeRemovalJobStore(database, parts.claimAs),
      calls: makeRemovalCalls({ pages, telegram, graph, tiktok, credentials, callbackUrlOf }),
      leaseMs: parts.removalLeaseMs,
      onGivenUp: parts.onRemovalGivenUp,
      now,
    }),
    findDueRemoval: () => findDueRemoval(database),
    wakeRemovals: () => wakeRemovals(),
    /** Who runs the removal jobs is told when some are due. */
    onRemovalsDue: (wake: () => void) => {
      wakeRemovals = wake;
    },
    forgetLinks: () => links.forgetLinks(new Date(now().getTime() - FORGET_LINKS_AFTER_MS)),
  };
}
