import { type DynamicModule, Module } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import type { BusClient } from '@parley/bus/bus-client';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import type { Environment } from '@parley/common/environment';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { endClaimsOf } from '@parley/database/end-claims';
import { mapDatabaseErrors } from '@parley/database/map-database-errors';
import { makeSharedClaims, type SharedClaims } from '@parley/database/take-over';
import type { AnswerStore } from '@parley/messaging/idempotency';
import { openEgress } from '@parley/providers/egress/open-egress';
import { providerAgent } from '@parley/providers/egress/provider-agent';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Logger } from 'pino';
import { ANSWERS, ChannelConnectController } from './channel-connect.controller.ts';
import { makeIsRedirectAllowed } from './check-redirect-url.ts';
import { makeUseCases, USE_CASES, type UseCaseParts, type UseCases } from './compose.ts';
import { makeDialogs } from './domain/dialog-url.ts';

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
  /** Stands in for the client of the pages' provider. */
  pages?: UseCaseParts['pages'];
  /** Stands in for the client of TikTok. */
  tiktok?: UseCaseParts['tiktok'];
}

@Module({})
class ChannelConnectModule {}

type Settings = ChannelConnectParts['environment'];

/** Beyond the two calls that a removal makes. */
const LEASE_MARGIN_MS = 30_000;
/** A removal whose process died before it told the provider waits so long for another one, at most. */
const REMOVALS_EVERY_MS = 5000;
/** What is due and was not to be had is in another worker's hands. */
const REMOVALS_AGAIN_MS = 1000;
const REFRESHES_EVERY_MS = 5000;
const TIDY_EVERY_MS = 600_000;
const DEAD_EVERY_MS = 1000;

function makeProviders(environment: Settings) {
  const timeoutMs = environment.PARLEY_PROVIDER_TIMEOUT_MS;
  const dispatcher = providerAgent(environment.PARLEY_DNS_SERVERS);
  const graph = {
    baseUrl: environment.PARLEY_GRAPH_URL,
    version: environment.PARLEY_META_GRAPH_VERSION,
    appSecret: environment.PARLEY_META_APP_SECRET,
    timeoutMs,
    dispatcher,
  };
  return {
    graph: makeWhatsappCloudClient(graph),
    pages: makeMessengerClient({
      ...graph,
      ...(environment.PARLEY_META_APP_ID ? { appId: environment.PARLEY_META_APP_ID } : {}),
    }),
    telegram: makeTelegramClient({ baseUrl: environment.PARLEY_TELEGRAM_URL, timeoutMs, dispatcher }),
    tiktok: makeTiktokClient({
      baseUrl: environment.PARLEY_TIKTOK_URL,
      appId: environment.PARLEY_TIKTOK_APP_ID,
      appSecret: environment.PARLEY_TIKTOK_APP_SECRET,
      timeoutMs,
      dispatcher,
    }),
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

/** Claims of this process, and the end of those whose process died. */
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

const dutiesOf = (
  { findDueRemoval, runRemovalJobs, onRemovalsDue, tokens, forgetLinks }: UseCases,
  { takeOver }: SharedClaims,
  now: () => Date,
): Duty[] => [
  { name: 'claims of dead workers', everyMs: DEAD_EVERY_MS, run: () => takeOver().then(() => false) },
  {
    name: 'removals',
    everyMs: REMOVALS_EVERY_MS,
    run: makeRunWhenDue({ findDue: findDueRemoval, run: runRemovalJobs, now, againMs: REMOVALS_AGAIN_MS }),
    onWake: onRemovalsDue,
  },
  { name: 'token refreshes', everyMs: REFRESHES_EVERY_MS, run: tokens.refreshDue },
  { name: 'old links', everyMs: TIDY_EVERY_MS, run: async () => (await forgetLinks()) > 0 },
];

/** The channel-connect service: connect links, bots, wa numbers, template lists, disconnecting, tokens. Wiring only. */
export function makeChannelConnectModule({ environment, logger, ...parts }: ChannelConnectParts): DynamicModule {
  const publicUrl = environment.PARLEY_PUBLIC_URL ?? `http://localhost:${environment.PARLEY_PORT}`;
  const { now = () => new Date() } = parts;
  const claims = shareClaims(parts.database, logger, () => useCases.wakeRemovals());
  const useCases = makeUseCases({
    database: mapDatabaseErrors(parts.database),
    cipher: parts.cipher,
    bus: parts.bus,
    ...makeProviders(environment),
    ...(parts.pages ? { pages: parts.pages } : {}),
    ...(parts.tiktok ? { tiktok: parts.tiktok } : {}),
    dialogs: makeDialogsOf(environment, publicUrl),
    isRedirectAllowed: makeIsRedirectAllowed(openEgress(environment).checkUrl),
    publicUrl,
    removalLeaseMs: 2 * environment.PARLEY_PROVIDER_TIMEOUT_MS + LEASE_MARGIN_MS,
    onRemovalGivenUp: ({ kind, externalId }, failure) =>
      logger.warn({ kind, id: externalId, err: failure }, 'A provider could not be told of a removal.'),
    onConnectFailure: (linkId, failure) => logger.error({ link_id: linkId, err: failure }, 'A connect link failed.'),
    onRefreshFailure: (accountId, failure) =>
      logger.warn({ channel_account_id: accountId, err: failure }, 'A token could not be renewed yet.'),
    now,
    claimAs: claims.holder.claimAs,
  });
  return {
    module: ChannelConnectModule,
    controllers: [ChannelConnectController],
    providers: [
      { provide: USE_CASES, useValue: useCases },
      { provide: ANSWERS, useValue: { database: parts.database, cipher: parts.cipher } satisfies AnswerStore },
      {
        provide: BackgroundWorker,
        useValue: new BackgroundWorker(dutiesOf(useCases, claims, now), logger, claims.holder),
      },
    ],
  };
}
