import { setTimeout } from 'node:timers/promises';
import type { ServiceProcess } from '@parley/bus/run-alone';
import { makeTellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { makeWakeDeliveries } from '@parley/bus/wake-deliveries';
import { reportBrokenChannel, reportBusinessAccount } from '@parley/common/contracts/internal/channel-health';
import { restoreStanza } from '@parley/common/contracts/internal/restore-stanza';
import { storeComments } from '@parley/common/contracts/internal/store-comments';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/map-database-errors';
import type { ServiceStores } from '@parley/database/open-stores';
import type { Sql } from '@parley/database/sql';
import { makeTenantOf } from '@parley/database/tenant-of-slug';
import { findCredentials, openCredentials } from '@parley/messaging/accounts/credentials';
import { makeMediaAddress } from '@parley/messaging/media-address';
import { providerAgent } from '@parley/providers/egress/provider-agent';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { publicUrlOf } from '@parley/runtime/environment';
import { makeInboundMetrics } from './metrics.ts';
import { findCallbackSecretHash, findConnectedAccounts } from './storage/account-store.ts';
import { makeApplyTransaction } from './storage/apply-transaction.ts';
import { isNameless, storeName } from './storage/contact-store.ts';
import { makeQuarantineStore } from './storage/quarantine-store.ts';
import { makeSetAsideStore } from './storage/set-aside-store.ts';
import { makeSweepStore } from './storage/sweep-transaction.ts';
import { makeAcknowledgeCallbacks } from './use-cases/acknowledge-callbacks.ts';
import { makeBoundQuarantine } from './use-cases/bound-quarantine.ts';
import { type ForwardItemsDeps, makeForwardItems } from './use-cases/forward-items.ts';
import { makeLearnNames } from './use-cases/learn-names.ts';
import { makeManageQuarantine } from './use-cases/manage-quarantine.ts';
import { makeReceiveCallback, makeVerifySubscription } from './use-cases/receive-callback.ts';
import { makeSetAside, makeSetAsideComment } from './use-cases/set-aside.ts';
import { makeStoreDeviceItems } from './use-cases/store-device-items.ts';
import { makeStoreItems, STEP_PAUSE_MS } from './use-cases/store-items.ts';
import { makeSweepPending } from './use-cases/sweep-pending.ts';

export const USE_CASES = Symbol('inbound.use-cases');

/** Dependencies of the service. */
export interface InboundParts extends ServiceProcess, ServiceStores {
  now?: () => Date;
}

export type UseCases = ReturnType<typeof makeUseCases>;

const ACKNOWLEDGE_TIMEOUT_MS = 5000;
const PROFILE_TIMEOUT_MS = 5000;

/** Builds every use case of the service. */
export function makeUseCases({ environment, database, cipher, bus, logger, ...parts }: InboundParts) {
  const now = parts.now ?? (() => new Date());
  const metrics = makeInboundMetrics(parts.metrics);
  const reading = mapDatabaseErrorsWithPrisma(database);
  const tenantOf = makeTenantOf(reading);
  const mediaAddress = makeMediaAddress(publicUrlOf(environment), cipher);
  const openStored = (stored: string) => openCredentials(cipher, stored);
  const dispatcher = providerAgent(environment.PARLEY_DNS_SERVERS);
  const telegramOf = (timeoutMs: number) =>
    makeTelegramClient({ baseUrl: environment.PARLEY_TELEGRAM_URL, timeoutMs, dispatcher });
  const graphOptions = {
    baseUrl: environment.PARLEY_GRAPH_URL,
    version: environment.PARLEY_META_GRAPH_VERSION,
    appSecret: environment.PARLEY_META_APP_SECRET,
    dispatcher,
  };
  const openSetAside = (sql: Sql = database) => makeSetAsideStore(sql, cipher);
  const setAside = makeSetAside({
    open: openSetAside,
    report(kind, reason) {
      metrics.unstorable();
      logger.error(
        'webhook-element.quarantined',
        { kind, reason },
        'An element of a webhook could not be stored; it is in the quarantine.',
      );
    },
  });
  const storing = {
    now,
    mediaAddressOf: mediaAddress.of,
    wake: makeWakeDeliveries(bus),
    tellChanged: makeTellInboxChanged(bus),
    setAside,
  };
  let onStored = (): void => {};
  const storeItems = makeStoreItems({
    ...storing,
    ...makeApplyTransaction(database),
    count(counts) {
      metrics.items(counts);
      onStored();
    },
    pauseForSkippedStep: () => setTimeout(STEP_PAUSE_MS),
  });

  const acknowledging = makeAcknowledgeCallbacks({
    async findBotToken(botId) {
      const stored = await findCredentials(database, 'tg', botId);
      return stored === null ? null : (openStored(stored).bot_token ?? null);
    },
    answerCallbackQuery: telegramOf(ACKNOWLEDGE_TIMEOUT_MS).answerCallbackQuery,
    reportFailure: (error) =>
      logger.debug('callback-query.unanswered', { err: error }, 'A callback query was not answered.'),
  });

  const pages = makeMessengerClient({ ...graphOptions, timeoutMs: PROFILE_TIMEOUT_MS });
  const names = makeLearnNames({
    findAccounts: (named) => findConnectedAccounts(database, named),
    isNameless: (contact) => isNameless(database, contact),
    async lookUp({ channel, externalId }, personId) {
      const stored = await findCredentials(database, channel, externalId);
      if (stored === null || (channel !== 'fb' && channel !== 'ig')) return null;
      const profile = await pages.getProfile(channel, personId, openStored(stored).access_token ?? '');
      return profile.ok ? profile.value : null;
    },
    storeName: (contact, name) => storeName(database, contact, name),
    reportFailure: (error) =>
      logger.debug('profile.lookup-failed', { err: error }, 'A person’s name could not be read at the provider.'),
  });

  const storeCommentChanges: ForwardItemsDeps['storeComments'] = (changes, context) =>
    bus.call(storeComments, { changes }, context);
  const elements = makeQuarantineStore(reading, cipher);

  return {
    receiveCallback: makeReceiveCallback({
      metaAppSecret: environment.PARLEY_META_APP_SECRET,
      findCallbackSecretHash: (botId) => findCallbackSecretHash(reading, botId),
      tiktokAppSecret: environment.PARLEY_TIKTOK_APP_SECRET,
      storeItems: storeItems.store,
      forwardItems: makeForwardItems({
        storeComments: storeCommentChanges,
        setAside: makeSetAsideComment({ open: openSetAside, report: metrics.unstorable }),
        reportBroken: ({ tenantId, channel, externalId }, observedAt, context) =>
          bus.call(
            reportBrokenChannel,
            {
              tenantId,
              channel,
              externalId,
              observedAt: observedAt.toISOString(),
              takenBack: true,
            },
            context,
          ),
        reportBusiness: (report, context) => bus.call(reportBusinessAccount, report, context),
        findAccounts: (named) => findConnectedAccounts(reading, named),
      }),
      now,
      acknowledge: acknowledging.acknowledge,
      learnNames: names.learn,
      countForged: metrics.forged,
    }),
    storeDeviceItems: makeStoreDeviceItems({
      findAccounts: (named) => findConnectedAccounts(reading, named),
      storeItems: storeItems.store,
    }),
    verifySubscription: makeVerifySubscription(environment.PARLEY_META_VERIFY_TOKEN),
    sweepPending: makeSweepPending({
      ...storing,
      ...makeSweepStore(database),
      countExpired: (count) => metrics.pendingDropped('expired', count),
      reportDropped(accountId, count) {
        metrics.pendingDropped('cap', count);
        logger.warn(
          'pending-updates.dropped',
          { channel_account_id: accountId, dropped: count },
          'Too many updates of an account wait for messages that are not stored: the oldest were dropped.',
        );
      },
    }),
    /** Registers a callback that runs after this process stored an update that may wait. */
    onStored(tell: () => void): void {
      onStored = tell;
    },
    boundQuarantine: makeBoundQuarantine({
      dropBeyond: elements.dropBeyond,
      reportDropped({ tenantId, channel, externalId, count }) {
        metrics.quarantineDropped(channel, count);
        logger.warn(
          'quarantine.dropped',
          { tenant_id: tenantId, channel, external_id: externalId, dropped: count },
          'Too many elements of an account are in the quarantine: the oldest were dropped.',
        );
      },
    }),
    quarantine: makeManageQuarantine({
      ...elements,
      tenantOf,
      findAccounts: (named) => findConnectedAccounts(reading, named),
      storeAgain: storeItems.storeAgain,
      storeComments: storeCommentChanges,
      restoreStanza: (given, context) => bus.call(restoreStanza, given, context),
    }),
    async readGauges(): Promise<void> {
      metrics.quarantined(await elements.count());
    },
    /** Resolves when nothing is waiting to be stored or acknowledged. */
    async idle(): Promise<void> {
      await storeItems.idle();
      await acknowledging.idle();
      await names.idle();
    },
  };
}
