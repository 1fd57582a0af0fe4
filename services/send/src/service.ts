import type { BusClient } from '@parley/bus/bus-client';
import type { ServiceProcess } from '@parley/bus/process/run-alone';
import type { Batcher } from '@parley/database/batches/natural-batch';
import type { ServiceStores } from '@parley/database/connection/open-stores';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { AnswerStore } from '@parley/messaging/idempotency/idempotency';
import { makeMediaAddress } from '@parley/messaging/messages/media-address';
import { makeReportAppRefused } from '@parley/messaging/notify/report-app-refused';
import { type Egress, openEgress } from '@parley/providers/egress/open-egress';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { makeActs, makeSenders } from './channels/make-channels.client.ts';
import { makeOpenCredentials, type OpenCredentials } from './channels/token.client.ts';
import { makeSendMetrics, type SendMetrics } from './metrics.ts';
import { type KnownRecipients, makeKnownRecipients } from './reserve/known-recipients.store.ts';
import { makeReservationBatchers, type ReservationBatchers } from './reserve/reserve-batch.steps.ts';
import { RunningSends } from './scheduled/running-sends.steps.ts';
import { makeScheduledCounts, type ScheduledCounts } from './scheduled/scheduled.store.ts';
import { type DurableWriter, makeDurableWriter } from './settle/durable-writer.store.ts';
import { makeSettlementBatcher } from './settle/settle-batch.steps.ts';
import type { SettleItem } from './settle/settlement.rules.ts';

export const SERVICE = Symbol('send.service');

export interface SendParts extends ServiceProcess, ServiceStores {
  now?: () => Date;
}

export interface SendService {
  /** A lost connection is `service_unavailable`. */
  database: PrismaDatabase;
  /** The same, where a lost connection is `DatabaseUnavailable`: it may have committed, or is worth another attempt. */
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
  settlements: Batcher<SettleItem, void>;
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
  const knownRecipients = makeKnownRecipients();
  return {
    ...shared,
    database: mapped,
    rawDatabase: database,
    metrics: makeSendMetrics(parts.metrics),
    senders: makeSenders(providers),
    acts: makeActs(providers),
    answers: { database, cipher },
    mediaAddressOf: makeMediaAddress(publicUrlOf(environment), cipher).of,
    reservations: makeReservationBatchers({ database, bus, knownRecipients }),
    knownRecipients,
    settlements: makeSettlementBatcher({ database, bus }),
    runningSends: new RunningSends(),
    scheduledCounts: makeScheduledCounts(mapped),
    durableWriter: makeDurableWriter(logger),
    now,
  };
}
