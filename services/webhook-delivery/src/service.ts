import type { BusClient } from '@parley/bus/bus-client';
import type { SharedClaims } from '@parley/database/claims/take-over';
import type { Database } from '@parley/database/connection/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { countStatements } from '@parley/database/statements/count-statements';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { Logger } from '@parley/runtime/logger';
import { type KeyedWake, makeKeyedWake } from '@parley/runtime/turns/make-wake';
import type { Registry } from 'prom-client';
import type { WebhookDeliveryEnvironment } from './attempts/attempt-limits.rules.ts';
import { makeOpenSecrets, type OpenSecrets } from './attempts/open-secrets.client.ts';
import { openReceivers, type ReceiverOptions, type Receivers } from './attempts/receivers.client.ts';
import { type CompletionBatchers, makeCompletionBatchers } from './lanes/completion.store.ts';
import type { LaneRun } from './lanes/lane-run.steps.ts';
import { openClaims } from './lanes/open-claims.client.ts';
import { LOOK_AT_MOST } from './ledger/ledger.rules.ts';
import { type DeliveryMetrics, makeDeliveryMetrics } from './metrics.ts';
import { openTypingRelay, type TypingRelay } from './typing/open-typing-relay.client.ts';

export const SERVICE = Symbol('webhook-delivery.service');

export interface WebhookDeliveryService {
  environment: WebhookDeliveryEnvironment;
  database: PrismaDatabase;
  /** Used by the lanes, which wait through an outage: counts statements, throws `DatabaseUnavailable`. */
  laneDatabase: Pick<Database, 'query' | 'prismaTransaction' | 'watchDue'>;
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
    laneDatabase: { ...counted, prismaTransaction: database.prismaTransaction, watchDue: database.watchDue },
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
