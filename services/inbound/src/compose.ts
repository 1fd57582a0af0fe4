import { setTimeout } from 'node:timers/promises';
import type { BusClient } from '@parley/bus/bus-client';
import { asStream } from '@parley/bus/stream';
import { refreshChannelToken, reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import { openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import { restoreStanza } from '@parley/common/contracts/internal/restore-stanza';
import { storeComments } from '@parley/common/contracts/internal/store-comments';
import type { Environment } from '@parley/common/environment';
import { deliveriesDue } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrors } from '@parley/database/map-database-errors';
import { makeMediaAddress } from '@parley/messaging/media-address';
import { openEgress } from '@parley/providers/egress/open-egress';
import { providerAgent } from '@parley/providers/egress/provider-agent';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { makeTgSource } from './media-sources/tg-source.ts';
import { makeTtSource } from './media-sources/tt-source.ts';
import { makeWaSource } from './media-sources/wa-source.ts';
import { makeWdSource } from './media-sources/wd-source.ts';
import { makeWebSource } from './media-sources/web-source.ts';
import { makeInboundMetrics } from './metrics.ts';
import { findCallbackSecretHash, findConnectedAccounts, findCredentials } from './storage/account-store.ts';
import { findAttachment } from './storage/attachment-store.ts';
import { isNameless, storeName } from './storage/contact-store.ts';
import { makeConversationStore } from './storage/conversation-store.ts';
import { makeQuarantineStore } from './storage/quarantine-store.ts';
import { makeAcknowledgeCallbacks } from './use-cases/acknowledge-callbacks.ts';
import { makeBoundQuarantine } from './use-cases/bound-quarantine.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { type ForwardItemsDeps, makeForwardItems } from './use-cases/forward-items.ts';
import { makeKeepRetention } from './use-cases/keep-retention.ts';
import { makeLearnNames } from './use-cases/learn-names.ts';
import { makeManageQuarantine } from './use-cases/manage-quarantine.ts';
import { makeOpenMedia } from './use-cases/open-media.ts';
import { makeConversationQueries } from './use-cases/read-conversations.ts';
import { makeReceiveCallback, makeVerifySubscription } from './use-cases/receive-callback.ts';
import { makeSetAside, makeSetAsideComment } from './use-cases/set-aside.ts';
import { makeStoreDeviceItems } from './use-cases/store-device-items.ts';
import { makeStoreItems, STEP_PAUSE_MS } from './use-cases/store-items.ts';
import { makeSweepPending } from './use-cases/sweep-pending.ts';

/** What the service is given. */
export interface InboundParts {
  environment: Environment;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  metrics: Registry;
  now?: () => Date;
}

/** For opening a file; the bus waits a little longer. */
const MEDIA_TIMEOUT_MS = 10_000;
const ACKNOWLEDGE_TIMEOUT_MS = 5000;
const PROFILE_TIMEOUT_MS = 5000;

/** Every use case of the service, on its real parts. */
export function makeInboundUseCases({ environment, database, cipher, bus, logger, ...parts }: InboundParts) {
  const now = parts.now ?? (() => new Date());
  const metrics = makeInboundMetrics(parts.metrics);
  const reading = mapDatabaseErrors(database);
  const mediaAddress = makeMediaAddress(
    environment.PARLEY_PUBLIC_URL ?? `http://localhost:${environment.PARLEY_PORT}`,
    cipher,
  );
  // safe: written by channel-connect as an object of texts
  const openCredentials = (stored: string) =>
    JSON.parse(cipher.decrypt(stored, 'channel_accounts.credentials')) as Record<string, string>;
  const dispatcher = providerAgent(environment.PARLEY_DNS_SERVERS);
  const telegramOf = (timeoutMs: number) =>
    makeTelegramClient({ baseUrl: environment.PARLEY_TELEGRAM_URL, timeoutMs, dispatcher });
  const graphOptions = {
    baseUrl: environment.PARLEY_GRAPH_URL,
    version: environment.PARLEY_META_GRAPH_VERSION,
    appSecret: environment.PARLEY_META_APP_SECRET,
    dispatcher,
  };
  const graph = makeWhatsappCloudClient({ ...graphOptions, timeoutMs: MEDIA_TIMEOUT_MS });
  const setAside = makeSetAside({
    database,
    cipher,
    report(kind, reason) {
      metrics.unstorable();
      logger.error({ kind, reason }, 'An element of a webhook could not be stored; it is set aside.');
    },
  });
  const storing = {
    database,
    now,
    mediaAddressOf: mediaAddress.of,
    wake: (instanceIds: string[]) => bus.publishHint(deliveriesDue, { instance_ids: instanceIds }),
    setAside,
  };
  let onStored = (): void => {};
  const storeItems = makeStoreItems({
    ...storing,
    count(counts) {
      metrics.items(counts);
      onStored();
    },
    pauseForSkippedStep: () => setTimeout(STEP_PAUSE_MS),
  });

  const acknowledging = makeAcknowledgeCallbacks({
    async findBotToken(botId) {
      const stored = await findCredentials(database, 'tg', botId);
      return stored === null ? null : (openCredentials(stored).bot_token ?? null);
    },
    answerCallbackQuery: telegramOf(ACKNOWLEDGE_TIMEOUT_MS).answerCallbackQuery,
    reportFailure: (error) => logger.debug({ err: error }, 'A callback query was not answered.'),
  });

  const pages = makeMessengerClient({ ...graphOptions, timeoutMs: PROFILE_TIMEOUT_MS });
  const names = makeLearnNames({
    findAccounts: (named) => findConnectedAccounts(database, named),
    isNameless: (contact) => isNameless(database, contact),
    async lookUp({ channel, externalId }, personId) {
      const stored = await findCredentials(database, channel, externalId);
      if (stored === null || (channel !== 'fb' && channel !== 'ig')) return null;
      const profile = await pages.getProfile(channel, personId, openCredentials(stored).access_token ?? '');
      return profile.ok ? profile.value : null;
    },
    storeName: (contact, name) => storeName(database, contact, name),
    reportFailure: (error) => logger.debug({ err: error }, 'A person’s name was not learned.'),
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
        setAside: makeSetAsideComment({ database, cipher, report: metrics.unstorable }),
        reportBroken: ({ tenantId, channel, externalId }, observedAt, context) =>
          bus.call(
            reportBrokenChannel,
            {
              tenant_id: tenantId,
              channel,
              external_id: externalId,
              observed_at: observedAt.toISOString(),
              taken_back: true,
            },
            context,
          ),
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
    openMedia: makeOpenMedia({
      mediaAddress,
      findAttachment: (id) => findAttachment(reading, id),
      providers: {
        wa: makeWaSource(graph, openCredentials),
        wd: makeWdSource((input) =>
          bus.stream(asStream(openDeviceMedia), input, {
            request_id: makeId('req'),
            deadline_at: Date.now() + MEDIA_TIMEOUT_MS,
          }),
        ),
        tg: makeTgSource(telegramOf(MEDIA_TIMEOUT_MS), openCredentials),
        tt: makeTtSource({
          tiktok: makeTiktokClient({ baseUrl: environment.PARLEY_TIKTOK_URL, timeoutMs: MEDIA_TIMEOUT_MS, dispatcher }),
          openCredentials,
          findCredentials: (openId) => findCredentials(reading, 'tt', openId),
          refresh: (tenantId, openId) =>
            bus.call(
              refreshChannelToken,
              { tenant_id: tenantId, channel: 'tt', external_id: openId },
              { request_id: makeId('req'), deadline_at: Date.now() + MEDIA_TIMEOUT_MS },
            ),
        }),
      },
      web: makeWebSource({
        egress: openEgress(environment),
        timeoutMs: MEDIA_TIMEOUT_MS,
      }),
      now,
    }),
    conversations: makeConversationQueries(makeConversationStore(reading)),
    keepRetention: makeKeepRetention({ database, defaultDays: environment.PARLEY_RETENTION_DAYS, now }),
    sweepPending: makeSweepPending({
      ...storing,
      countExpired: (count) => metrics.pendingDropped('expired', count),
      reportDropped(accountId, count) {
        metrics.pendingDropped('cap', count);
        logger.warn(
          { event: 'inbound.pending_dropped', channel_account_id: accountId, dropped: count },
          'Too many updates of an account wait for messages that are not here: the oldest were dropped.',
        );
      },
    }),
    /** Who sweeps is told when something was stored here: it may wait. */
    onStored(tell: () => void): void {
      onStored = tell;
    },
    boundQuarantine: makeBoundQuarantine({
      dropBeyond: elements.dropBeyond,
      reportDropped({ tenantId, channel, externalId, count }) {
        metrics.quarantineDropped(channel, count);
        logger.warn(
          { event: 'quarantine.dropped', tenant_id: tenantId, channel, account_id: externalId, dropped: count },
          'Too many elements of an account are in the quarantine: the oldest were dropped.',
        );
      },
    }),
    eraseData: makeEraseData({ database: reading, cipher, now }),
    quarantine: makeManageQuarantine({
      ...elements,
      findTenant: makeConversationStore(reading).findTenant,
      findAccounts: (named) => findConnectedAccounts(reading, named),
      storeAgain: storeItems.storeAgain,
      storeComments: storeCommentChanges,
      restoreStanza: (given, context) => bus.call(restoreStanza, given, context),
    }),
    async readGauges(): Promise<void> {
      metrics.quarantined(await elements.count());
    },
    /** Resolves when nothing waits to be stored or acknowledged. */
    async idle(): Promise<void> {
      await storeItems.idle();
      await acknowledging.idle();
      await names.idle();
    },
  };
}

export type InboundUseCases = ReturnType<typeof makeInboundUseCases>;
