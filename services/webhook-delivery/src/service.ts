import type { BusClient } from '@parley/bus/bus-client';
import type { Database } from '@parley/database/connect-database';
import { countStatements } from '@parley/database/count-statements';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/map-database-errors';
import type { SharedClaims } from '@parley/database/take-over';
import type { Logger } from '@parley/runtime/logger';
import { type KeyedWake, makeKeyedWake } from '@parley/runtime/make-wake';
import type { Registry } from 'prom-client';
import { openClaims } from './adapters/open-claims.ts';
import { openReceivers, type ReceiverOptions, type Receivers } from './adapters/open-receivers.ts';
import { makeOpenSecrets, type OpenSecrets } from './adapters/open-secrets.ts';
import { openTypingRelay, type TypingRelay } from './adapters/open-typing-relay.ts';
import type { LaneRun } from './domain/lane-run.ts';
import { LOOK_AT_MOST } from './domain/ledger-page.ts';
import type { WebhookDeliveryEnvironment } from './domain/webhook-delivery-environment.ts';
import { type DeliveryMetrics, makeDeliveryMetrics } from './metrics.ts';
import { type CompletionBatchers, makeCompletionBatchers } from './storage/completion-batcher.ts';

export const SERVICE = Symbol('webhook-delivery.service');

export interface WebhookDeliveryService {
  environment: WebhookDeliveryEnvironment;
  database: PrismaDatabase;
  /** For the lanes, which wait while it is unavailable: counts statements, and throws `DatabaseUnavailable`. */
  laneDatabase: Pick<Database, 'query' | 'prismaTransaction'>;
  bus: Pick<BusClient, 'publishHint' | 'onHint'>;
  logger: Logger;
  metrics: DeliveryMetrics;
  claims: SharedClaims;
  openSecrets: OpenSecrets;
  receivers: Receivers;
  typings: TypingRelay;
  completions: CompletionBatchers;
  /** The lanes that this process runs, by instance id. */
  lanes: Map<string, LaneRun>;
  /** Called with lanes of this process that may be claimed. */
  wakeLanes: KeyedWake;
  /** Maximum events of the tenant that one call reads for a key. */
  lookAtMost: number;
  now(): Date;
  random(): number;
}

export interface WebhookDeliveryParts
  extends ReceiverOptions,
    Pick<WebhookDeliveryService, 'environment' | 'bus' | 'logger'>,
    Partial<Pick<WebhookDeliveryService, 'lookAtMost' | 'now' | 'random'>> {
  database: Database;
  cipher: Cipher;
  metrics: Registry;
}

export function openWebhookDeliveryService(parts: WebhookDeliveryParts): WebhookDeliveryService {
  const { environment, database, bus, logger } = parts;
  const receivers = openReceivers(environment, parts);
  const lanes = new Map<string, LaneRun>();
  const metrics = makeDeliveryMetrics(parts.metrics, { database, lanes, posts: receivers.posts });
  const counted = countStatements(database, metrics.countStatement);
  const service: WebhookDeliveryService = {
    environment,
    database: mapDatabaseErrorsWithPrisma(database),
    laneDatabase: { ...counted, prismaTransaction: database.prismaTransaction },
    bus,
    logger,
    metrics,
    claims: openClaims(database, logger, (instanceIds) => service.wakeLanes(instanceIds)),
    openSecrets: makeOpenSecrets(parts.cipher),
    receivers,
    typings: openTypingRelay(() => service.now().getTime()),
    completions: makeCompletionBatchers(counted),
    lanes,
    wakeLanes: makeKeyedWake(),
    lookAtMost: parts.lookAtMost ?? LOOK_AT_MOST,
    now: parts.now ?? (() => new Date()),
    random: parts.random ?? Math.random,
  };
  return service;
}
