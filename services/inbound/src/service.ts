import { setTimeout as pause } from 'node:timers/promises';
import type { BusClient } from '@parley/bus/bus-client';
import type { ServiceProcess } from '@parley/bus/process/run-alone';
import { type Batcher, makeBatcher } from '@parley/database/batches/natural-batch';
import type { ServiceStores } from '@parley/database/connection/open-stores';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { makeMediaAddress } from '@parley/messaging/messages/media-address';
import { telegramOptions } from '@parley/providers/http/client-options';
import { makePageCalls, type PageCalls } from '@parley/providers/instagram/page-calls';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { makeTelegramClient, type TelegramClient } from '@parley/providers/telegram/telegram-client';
import { type BoundedMap, makeBoundedMap } from '@parley/runtime/bounded-map';
import { publicUrlOf } from '@parley/runtime/environment';
import { type BackgroundCalls, makeBackgroundCalls } from '@parley/runtime/turns/background-calls';
import { makeWake, type Wake } from '@parley/runtime/turns/make-wake';
import { makeRecentAccounts, type RecentAccounts } from './batch/account.store.ts';
import { type StoreBatch, WEBHOOK_BATCH, type Webhook } from './batch/inbound-message.rules.ts';
import { type InboundMetrics, makeInboundMetrics } from './metrics.ts';

export const SERVICE = Symbol('inbound.service');

/** Dependencies of the service. */
export interface InboundParts extends ServiceProcess, ServiceStores {
  now?: () => Date;
}

export interface InboundService extends Pick<InboundParts, 'cipher' | 'environment' | 'logger'> {
  /** A lost connection is `service_unavailable`. */
  database: PrismaDatabase;
  /** A lost connection is `DatabaseUnavailable`: no element is at fault. */
  unmappedDatabase: PrismaDatabase;
  bus: Pick<BusClient, 'call' | 'publishHint'>;
  metrics: InboundMetrics;
  telegram: Pick<TelegramClient, 'answerCallbackQuery'>;
  pageCallsOf(credentials: Readonly<Record<string, string>>): Pick<PageCalls, 'getProfile'>;
  /** The signed address of an attachment. */
  mediaAddressOf(attachmentId: string, now: Date): string;
  /** Stores webhooks, each with those that arrive together with it; returns its receipts to retry. */
  webhooks: Batcher<Webhook, InboundItem[]>;
  recentAccounts: RecentAccounts;
  /** Answers to pressed buttons; skipped ones end by themselves in the person's app. */
  acknowledgements: BackgroundCalls;
  /** Look-ups of people's names; a skipped one is made with the person's next message. */
  nameLookUps: BackgroundCalls;
  /** People whose names were looked up, to skip repeated look-ups of missing profiles. */
  askedPeople: BoundedMap<string, true>;
  /** Called after items were stored, of which some may wait, and after parts of a history were kept. */
  wakeSweep: Wake;
  wakeHistory: Wake;
  wait(ms: number): Promise<void>;
  now(): Date;
}

const CALL_TIMEOUT_MS = 5000;
const MAX_ASKED = 10_000;

export function openInboundService(parts: InboundParts, storeBatch: StoreBatch<InboundService>): InboundService {
  const { environment, database, cipher, bus, logger } = parts;
  const service: InboundService = {
    environment,
    database: mapDatabaseErrorsWithPrisma(database),
    unmappedDatabase: database,
    cipher,
    bus,
    logger,
    metrics: makeInboundMetrics(parts.metrics),
    telegram: makeTelegramClient({ ...telegramOptions(environment), timeoutMs: CALL_TIMEOUT_MS }),
    pageCallsOf: makePageCalls(environment, { timeoutMs: CALL_TIMEOUT_MS }),
    mediaAddressOf: makeMediaAddress(publicUrlOf(environment), cipher).of,
    webhooks: makeBatcher({ ...WEBHOOK_BATCH, run: (webhooks) => storeBatch(service, webhooks) }),
    recentAccounts: makeRecentAccounts(),
    acknowledgements: makeBackgroundCalls({ concurrent: 64, waiting: 10_000 }),
    nameLookUps: makeBackgroundCalls({ concurrent: 16, waiting: 1 }),
    askedPeople: makeBoundedMap(MAX_ASKED),
    ...{ wakeSweep: makeWake(), wakeHistory: makeWake() },
    wait: (ms) => pause(ms),
    now: parts.now ?? (() => new Date()),
  };
  return service;
}
