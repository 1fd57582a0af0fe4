import type { BusClient } from '@parley/bus/bus-client';
import { makeTableClaims } from '@parley/database/claims/table-claims';
import type { SharedClaims } from '@parley/database/claims/take-over';
import type { Database } from '@parley/database/connection/connect-database';
import { limitConnections } from '@parley/database/connection/limit-connections';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { LookupSlots } from '@parley/providers/egress/lookup-slots';
import { type Egress, openEgress } from '@parley/providers/egress/open-egress';
import { makeWake, type Wake } from '@parley/runtime/turns/make-wake';
import type { Registry } from 'prom-client';
import { type BotMetrics, makeBotMetrics } from './metrics.ts';
import type { BotsRecords } from './records.ts';
import { FILE_SLOTS } from './replies/history.rules.ts';
import { type ModelsByKey, openModels } from './replies/open-models.client.ts';
import { makeSharedReads, type SharedReads } from './replies/shared-reads.steps.ts';
import { RunningTurns } from './turns/running-turns.client.ts';
import { MAX_RUNNING, TOOL_TIMEOUT_MS, TURN_CONNECTIONS } from './turns/turn.rules.ts';
import { loadPriceList } from './usage/load-price-list.client.ts';
import type { PriceList } from './usage/price-list.rules.ts';

export const SERVICE = Symbol('bots.service');

export interface BotsService extends BotsRecords {
  /** The database with few connections: for storing and sending replies, and for making them. */
  turnDatabase: PrismaDatabase;
  replyDatabase: PrismaDatabase;
  cipher: Cipher;
  bus: Pick<BusClient, 'stream' | 'call'>;
  metrics: BotMetrics;
  claims: SharedClaims;
  egress: Egress;
  models: ModelsByKey;
  prices: PriceList | null;
  /** Limit of one call of a tenant's tool. */
  toolTimeoutMs: number;
  runningTurns: RunningTurns;
  /** Slots of replies that hold files in memory. */
  fileSlots: LookupSlots;
  sharedReads: SharedReads;
  /** Ends the reading of a source, when the service stops. */
  stopReading: AbortController;
  /** Called when turns, or sources of knowledge, are due. */
  wakeTurns: Wake;
  wakeReader: Wake;
}

export interface BotsParts
  extends Pick<BotsService, 'environment' | 'cipher' | 'bus' | 'logger'>,
    Partial<Pick<BotsService, 'models' | 'toolTimeoutMs' | 'now'>> {
  database: Database;
  metrics: Registry;
}

export function openBotsService({ toolTimeoutMs = TOOL_TIMEOUT_MS, now = () => new Date(), ...parts }: BotsParts) {
  const { environment, logger } = parts;
  const database = mapDatabaseErrorsWithPrisma(parts.database);
  const egress = openEgress(environment, { maxSocketsPerHost: MAX_RUNNING, demoPaths: ['/v1'] });
  const service: BotsService = {
    ...parts,
    database,
    turnDatabase: limitConnections(database, TURN_CONNECTIONS),
    replyDatabase: limitConnections(database, TURN_CONNECTIONS),
    metrics: makeBotMetrics(parts.metrics),
    claims: makeTableClaims(parts.database, logger, 'bots', { bot_turns: () => service.wakeTurns() }),
    egress,
    models: parts.models ?? openModels(environment, egress.agent),
    prices: loadPriceList(environment.PARLEY_AI_PRICES),
    toolTimeoutMs,
    runningTurns: new RunningTurns(),
    fileSlots: new LookupSlots(FILE_SLOTS),
    sharedReads: makeSharedReads(),
    stopReading: new AbortController(),
    wakeTurns: makeWake(),
    wakeReader: makeWake(),
    now,
  };
  return service;
}
