import { setTimeout as pause } from 'node:timers/promises';
import type { BusClient } from '@parley/bus/bus-client';
import type { ServiceProcess } from '@parley/bus/run-alone';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/map-database-errors';
import type { ServiceStores } from '@parley/database/open-stores';
import { makeVerbBatcher, type VerbBatcher } from '@parley/database/verb-batcher';
import { makeMediaAddress } from '@parley/messaging/media-address';
import { graphOptions, telegramOptions } from '@parley/providers/client-options';
import { type MessengerClient, makeMessengerClient } from '@parley/providers/graph/messenger-client';
import type { InboundItem } from '@parley/providers/inbound-item';
import { makeTelegramClient, type TelegramClient } from '@parley/providers/telegram/telegram-client';
import { type BackgroundCalls, makeBackgroundCalls } from '@parley/runtime/background-calls';
import { type BoundedMap, makeBoundedMap } from '@parley/runtime/bounded-map';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import { makeWake, type Wake } from '@parley/runtime/make-wake';
import { makeRecentAccounts, type RecentAccounts } from './batch/recent-accounts.store.ts';
import { WEBHOOK_BATCH, type Webhook } from './callbacks/webhook.rules.ts';
import { type InboundMetrics, makeInboundMetrics } from './metrics.ts';

export const SERVICE = Symbol('inbound.service');

/** Dependencies of the service. */
export interface InboundParts extends ServiceProcess, ServiceStores {
  now?: () => Date;
}

type Secrets = 'PARLEY_META_APP_SECRET' | 'PARLEY_META_VERIFY_TOKEN' | 'PARLEY_TIKTOK_APP_SECRET';

export interface InboundService extends Pick<InboundParts, 'cipher' | 'logger'> {
  environment: Pick<Environment, Secrets>;
  /** A lost connection is `service_unavailable`. */
  database: PrismaDatabase;
  /** A lost connection is `DatabaseUnavailable`: no element is at fault. */
  unmappedDatabase: PrismaDatabase;
  bus: Pick<BusClient, 'call' | 'publishHint'>;
  metrics: InboundMetrics;
  telegram: Pick<TelegramClient, 'answerCallbackQuery'>;
  pages: Pick<MessengerClient, 'getProfile'>;
  /** The signed address of an attachment. */
  mediaAddressOf(attachmentId: string, now: Date): string;
  webhooks: VerbBatcher<Webhook, InboundItem[]>;
  recentAccounts: RecentAccounts;
  /** Answers to pressed buttons; skipped ones end by themselves in the person's app. */
  acknowledgements: BackgroundCalls;
  /** Look-ups of people's names; a skipped one is made with the person's next message. */
  nameLookUps: BackgroundCalls;
  /** People whose names were looked up, to skip repeated look-ups of missing profiles. */
  askedPeople: BoundedMap<string, true>;
  /** Called after items were stored: some may wait. */
  wakeSweep: Wake;
  wait(ms: number): Promise<void>;
  now(): Date;
}

const CALL_TIMEOUT_MS = 5000;
const MOST_ASKED = 10_000;

export function openInboundService(parts: InboundParts): InboundService {
  const { environment, database, cipher, bus, logger } = parts;
  return {
    environment,
    database: mapDatabaseErrorsWithPrisma(database),
    unmappedDatabase: database,
    cipher,
    bus,
    logger,
    metrics: makeInboundMetrics(parts.metrics),
    telegram: makeTelegramClient({ ...telegramOptions(environment), timeoutMs: CALL_TIMEOUT_MS }),
    pages: makeMessengerClient({ ...graphOptions(environment), timeoutMs: CALL_TIMEOUT_MS }),
    mediaAddressOf: makeMediaAddress(publicUrlOf(environment), cipher).of,
    webhooks: makeVerbBatcher(WEBHOOK_BATCH),
    recentAccounts: makeRecentAccounts(),
    acknowledgements: makeBackgroundCalls({ concurrent: 64, waiting: 10_000 }),
    nameLookUps: makeBackgroundCalls({ concurrent: 16, waiting: 1 }),
    askedPeople: makeBoundedMap(MOST_ASKED),
    wakeSweep: makeWake(),
    wait: (ms) => pause(ms),
    now: parts.now ?? (() => new Date()),
  };
}
