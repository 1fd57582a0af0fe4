import type { BusClient } from '@parley/bus/bus-client';
import type { ServiceProcess } from '@parley/bus/run-alone';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/map-database-errors';
import type { ServiceStores } from '@parley/database/open-stores';
import { makeVerbBatcher, type VerbBatcher } from '@parley/database/verb-batcher';
import type { AnswerStore } from '@parley/messaging/idempotency';
import { makeMediaAddress } from '@parley/messaging/media-address';
import { makeReportAppRefused } from '@parley/messaging/notify/report-app-refused';
import { type Egress, openEgress } from '@parley/providers/egress/open-egress';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { makeActs } from './adapters/acts/make-acts.ts';
import { makeOpenCredentials, type OpenCredentials } from './adapters/open-credentials.ts';
import { makeSenders } from './adapters/senders/make-senders.ts';
import { RunningSends } from './domain/running-sends.ts';
import { SEND_BATCH } from './domain/send-batch.ts';
import type { SettleItem } from './domain/settlement.ts';
import { makeSendMetrics, type SendMetrics } from './metrics.ts';
import { type DurableWriter, makeDurableWriter } from './storage/durable-writer.ts';
import { type KnownRecipients, makeKnownRecipients } from './storage/known-recipients.ts';
import { makeReservationBatchers, type ReservationBatchers } from './storage/reservation-batchers.ts';
import { makeScheduledCounts, type ScheduledCounts } from './storage/scheduled-counts.ts';

export const SERVICE = Symbol('send.service');

export interface SendParts extends ServiceProcess, ServiceStores {
  now?: () => Date;
}

export interface SendService {
  /** A lost connection is `service_unavailable`. */
  database: PrismaDatabase;
  /** The same, where a lost connection is `DatabaseUnavailable`: it may have committed, or is worth another try. */
  rawDatabase: PrismaDatabase;
  environment: Environment;
  bus: BusClient;
  logger: Logger;
  metrics: SendMetrics;
  egress: Egress;
  senders: ReturnType<typeof makeSenders>;
  acts: ReturnType<typeof makeActs>;
  answers: AnswerStore;
  openCredentials: OpenCredentials;
  /** The signed address of an attachment. */
  mediaAddressOf(attachmentId: string, now: Date): string;
  reservations: ReservationBatchers;
  knownRecipients: KnownRecipients;
  settlements: VerbBatcher<SettleItem, void>;
  runningSends: RunningSends;
  scheduledCounts: ScheduledCounts;
  durableWriter: DurableWriter;
  now(): Date;
}

export function openSendService(parts: SendParts): SendService {
  const { environment, database, cipher, bus, logger, now = () => new Date() } = parts;
  const egress = openEgress(environment);
  const openCredentials = makeOpenCredentials(cipher);
  const onAppRefused = makeReportAppRefused({ database, logger, now });
  const shared = { environment, bus, logger, egress, openCredentials };
  const providers = { ...shared, database, onAppRefused };
  const mapped = mapDatabaseErrorsWithPrisma(database);
  return {
    ...shared,
    database: mapped,
    rawDatabase: database,
    metrics: makeSendMetrics(parts.metrics),
    senders: makeSenders(providers),
    acts: makeActs(providers),
    answers: { database, cipher },
    mediaAddressOf: makeMediaAddress(publicUrlOf(environment), cipher).of,
    reservations: makeReservationBatchers(),
    knownRecipients: makeKnownRecipients(),
    settlements: makeVerbBatcher(SEND_BATCH),
    runningSends: new RunningSends(),
    scheduledCounts: makeScheduledCounts(mapped),
    durableWriter: makeDurableWriter(logger),
    now,
  };
}
