import type { BusClient } from '@parley/bus/bus-client';
import { makeWakeDeliveries } from '@parley/bus/wake-deliveries';
import { callerOf } from '@parley/common/call-context';
import { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { removeDevice } from '@parley/common/contracts/internal/remove-device';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { endClaimsOf } from '@parley/database/end-claims';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/map-database-errors';
import { makeSharedClaims, type SharedClaims } from '@parley/database/take-over';
import { makeTenantOf } from '@parley/database/tenant-of-slug';
import { makeReportAppRefused } from '@parley/messaging/notify/report-app-refused';
import { makeOnce } from '@parley/messaging/with-idempotency-key';
import type { OnAppRefused } from '@parley/providers/app-refusal';
import { graphOptions, telegramOptions, tiktokOptions } from '@parley/providers/client-options';
import { openEgress } from '@parley/providers/egress/open-egress';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { makeIsRedirectAllowed } from './adapters/check-redirect-url.ts';
import { makeCredentials } from './domain/credentials.ts';
import { makeDialogs } from './domain/dialog-url.ts';
import { makeAccountStore } from './storage/account-store.ts';
import { makeBotFinish, makeBotHolds } from './storage/bot-store.ts';
import { makeBusinessStore } from './storage/business-store.ts';
import { countLeft, findConnected, removeTenantRows } from './storage/erase-store.ts';
import { makeAccountFinish, makeAccountHolds } from './storage/granted-account-store.ts';
import { makeHealthStore } from './storage/health-store.ts';
import { makeLinkStore } from './storage/link-store.ts';
import type { HolderStoreDeps } from './storage/lock-accounts.ts';
import { makeNumberHolds, makeNumberStore } from './storage/number-store.ts';
import { findDueRemoval, makeRemovalJobStore } from './storage/removal-job-store.ts';
import { makeRemovalStore } from './storage/removal-store.ts';
import { makeTokenStore } from './storage/token-store.ts';
import { makeAskQuality } from './use-cases/ask-quality.ts';
import { makeAuthorizePages, type PagePlatform } from './use-cases/authorize-pages.ts';
import { makeAuthorizeTiktok, type TiktokPlatform } from './use-cases/authorize-tiktok.ts';
import { makeBeginConnectVisit } from './use-cases/begin-connect-visit.ts';
import { makeConnectAccounts } from './use-cases/connect-accounts.ts';
import { makeConnectTelegram } from './use-cases/connect-telegram.ts';
import { makeConnectWaNumber } from './use-cases/connect-wa-number.ts';
import { makeCreateConnectLink } from './use-cases/create-connect-link.ts';
import { makeDisconnectChannel } from './use-cases/disconnect-channel.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { makeFinishConnectLink } from './use-cases/finish-connect-link.ts';
import { makeListChannelHealth } from './use-cases/list-channel-health.ts';
import { makeListChannels } from './use-cases/list-channels.ts';
import { makeListTemplates } from './use-cases/list-templates.ts';
import { makeListTenantChannels } from './use-cases/list-tenant-channels.ts';
import { makeOpenConnectLink } from './use-cases/open-connect-link.ts';
import { makeRefreshToken, type RefreshTokenDeps } from './use-cases/refresh-token.ts';
import { makeRemovalCalls, type RemovalPlatforms } from './use-cases/removal-calls.ts';
import { makeRemoveChannel } from './use-cases/remove-channel.ts';
import { makeRemoveTenantChannel } from './use-cases/remove-tenant-channel.ts';
import { makeReportBrokenChannel } from './use-cases/report-broken-channel.ts';
import { makeReportBusinessAccount } from './use-cases/report-business-account.ts';
import { makeRunRemovalJobs } from './use-cases/run-removal-jobs.ts';
import { makeSendBack } from './use-cases/send-back.ts';

export const USE_CASES = Symbol('channel-connect.use-cases');

export type PagesPlatform = PagePlatform & RemovalPlatforms['pages'];
export type TiktokAccounts = TiktokPlatform & RemovalPlatforms['tiktok'] & RefreshTokenDeps['platform'];

/** Dependencies of the service. */
export interface ChannelConnectParts {
  environment: Pick<
    Environment,
    | 'PARLEY_PORT'
    | 'PARLEY_PUBLIC_URL'
    | 'PARLEY_GRAPH_URL'
    | 'PARLEY_META_GRAPH_VERSION'
    | 'PARLEY_META_APP_ID'
    | 'PARLEY_META_APP_SECRET'
    | 'PARLEY_META_DIALOG_URL'
    | 'PARLEY_META_LOGIN_CONFIG_ID'
    | 'PARLEY_TELEGRAM_URL'
    | 'PARLEY_TIKTOK_URL'
    | 'PARLEY_TIKTOK_DIALOG_URL'
    | 'PARLEY_TIKTOK_APP_ID'
    | 'PARLEY_TIKTOK_APP_SECRET'
    | 'PARLEY_EGRESS_ALLOW'
    | 'PARLEY_DNS_SERVERS'
    | 'PARLEY_PROVIDER_TIMEOUT_MS'
  >;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  now?: () => Date;
  /** Replaces the providers' clients in tests. */
  pages?: PagesPlatform;
  tiktok?: TiktokAccounts;
}

export type UseCases = ReturnType<typeof makeUseCases>;

/** Longer than the two calls of a removal. */
const LEASE_MARGIN_MS = 30_000;
const FORGET_LINKS_AFTER_MS = 24 * 3_600_000;

type Settings = ChannelConnectParts['environment'];

/** The client of wa numbers has no `onAppRefused`: their tokens may belong to other apps. */
function makeProviders(environment: Settings, onAppRefused: OnAppRefused) {
  const graph = graphOptions(environment);
  return {
    graph: makeWhatsappCloudClient(graph),
    pages: makeMessengerClient({
      ...graph,
      onAppRefused,
      ...(environment.PARLEY_META_APP_ID ? { appId: environment.PARLEY_META_APP_ID } : {}),
    }),
    telegram: makeTelegramClient(telegramOptions(environment)),
    tiktok: makeTiktokClient({ ...tiktokOptions(environment), onAppRefused }),
  };
}

const makeDialogsOf = (environment: Settings, publicUrl: string) =>
  makeDialogs({
    publicUrl,
    metaDialogUrl: environment.PARLEY_META_DIALOG_URL,
    metaVersion: environment.PARLEY_META_GRAPH_VERSION,
    metaAppId: environment.PARLEY_META_APP_ID,
    metaLoginConfigId: environment.PARLEY_META_LOGIN_CONFIG_ID,
    tiktokDialogUrl: environment.PARLEY_TIKTOK_DIALOG_URL,
    tiktokAppId: environment.PARLEY_TIKTOK_APP_ID,
  });

/** The claims of this process, and the release of claims of dead processes. */
const shareClaims = (database: Database, logger: Logger, onRemovalsFree: () => void): SharedClaims =>
  makeSharedClaims({
    database,
    service: 'channel-connect',
    logger,
    async endClaims(holders) {
      const tokens = await endClaimsOf(database, 'channel_tokens', holders);
      const removals = await endClaimsOf(database, 'removal_jobs', holders);
      if (removals > 0) onRemovalsFree();
      return tokens + removals;
    },
  });

/** Wires the use cases of the channel-connect service. */
export function makeUseCases({ environment, cipher, bus, logger, ...parts }: ChannelConnectParts) {
  const { now = () => new Date() } = parts;
  // Maps an unreachable database to service_unavailable.
  const database = mapDatabaseErrorsWithPrisma(parts.database);
  const publicUrl = publicUrlOf(environment);
  const providers = makeProviders(environment, makeReportAppRefused({ database: parts.database, logger, now }));
  const { graph, telegram } = providers;
  const { pages = providers.pages, tiktok = providers.tiktok } = parts;
  const dialogs = makeDialogsOf(environment, publicUrl);
  const isRedirectAllowed = makeIsRedirectAllowed(openEgress(environment).checkUrl, publicUrl);
  const claims = shareClaims(parts.database, logger, () => wakeRemovals());
  const { claimAs } = claims.holder;
  const once = makeOnce({ database: parts.database, cipher });
  const credentials = makeCredentials(cipher);
  const accounts = makeAccountStore(database);
  const tenantOf = makeTenantOf(database);
  const links = makeLinkStore(database);
  const holding: HolderStoreDeps = {
    database,
    emptyCredentials: credentials.sealNothing,
    wakeLanes: makeWakeDeliveries(bus),
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
    tokens: makeTokenStore(database, claimAs),
    onFailure: (accountId, failure) =>
      logger.warn(
        'token.renewal-failed',
        { channel_account_id: accountId, err: failure },
        'A token could not be renewed yet.',
      ),
    now,
  });

  const connectBot = makeConnectTelegram({
    ...makeBotHolds(holding),
    ...makeBotFinish(holding),
    platform: telegram,
    credentials,
    callbackUrlOf,
    wakeRemovals: () => wakeRemovals(),
    now,
  });
  const disconnectOne = makeDisconnectChannel(removeChannel);

  return {
    connectTelegram: once(connectTelegram, (input, context) => connectBot(callerOf(context).tenantId, input)),
    connectWaNumber: makeConnectWaNumber({
      ...accounts,
      tenantOf,
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
      onFailure: (linkId, failure) =>
        logger.error('connect-link.failed', { link_id: linkId, err: failure }, 'A connect link failed.'),
      now,
    }),
    listTemplates: makeListTemplates({ ...accounts, platform: graph, credentials, now }),
    listChannels: makeListChannels(accounts),
    listChannelHealth: makeListChannelHealth({
      ...makeHealthStore(database),
      askQuality: makeAskQuality({ platform: graph, credentials, now }),
      now,
    }),
    listTenantChannels: makeListTenantChannels({ ...accounts, tenantOf }),
    disconnectChannel: once(disconnectChannel, (input, context) => disconnectOne(callerOf(context).tenantId, input)),
    removeTenantChannel: makeRemoveTenantChannel({
      tenantOf,
      removeChannel,
      async removeDevice(tenantId, externalId, context) {
        await bus.call(removeDevice, { tenantId, externalId, reason: 'dashboard' }, context);
      },
    }),
    eraseData: makeEraseData({
      findConnected: (tenantId, count) => findConnected(database, tenantId, count),
      removeChannel,
      removeTenantRows: (tenantId, at) => removeTenantRows(database, tenantId, at),
      countLeft: (tenantId) => countLeft(database, tenantId),
      now,
    }),
    reportBusinessAccount: makeReportBusinessAccount({ ...makeBusinessStore(database), disconnect, now }),
    reportBrokenChannel: makeReportBrokenChannel({ disconnect, retryRefused: tokens.retryRefused, now }),
    tokens,
    runRemovalJobs: makeRunRemovalJobs({
      jobs: makeRemovalJobStore(database, claimAs),
      calls: makeRemovalCalls({ pages, telegram, graph, tiktok, credentials, callbackUrlOf }),
      leaseMs: 2 * environment.PARLEY_PROVIDER_TIMEOUT_MS + LEASE_MARGIN_MS,
      onGivenUp: ({ kind, externalId }, failure) =>
        logger.warn(
          'channel-removal.failed',
          { kind, external_id: externalId, err: failure },
          'A provider could not be told that an account was disconnected.',
        ),
      now,
    }),
    findDueRemoval: () => findDueRemoval(database),
    claims,
    /** Registers a callback that runs when removal jobs are due. */
    onRemovalsDue: (wake: () => void) => {
      wakeRemovals = wake;
    },
    forgetLinks: () => links.forgetLinks(new Date(now().getTime() - FORGET_LINKS_AFTER_MS)),
  };
}
