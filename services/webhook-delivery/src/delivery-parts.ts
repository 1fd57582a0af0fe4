import type { BusClient } from '@parley/bus/bus-client';
import type { Environment } from '@parley/common/environment';
import { deliveriesDue } from '@parley/common/hints';
import type { Database } from '@parley/prisma/connect-database';
import type { Cipher } from '@parley/prisma/encryption';
import { makeBatcher } from '@parley/prisma/natural-batch';
import { isDatabaseUnavailable } from '@parley/prisma/sql';
import { makeEgressAgent } from '@parley/providers/egress/egress-agent';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { makeDeliveryMetrics } from './delivery-metrics.ts';
import * as desk from './storage/delivery-desk-store.ts';
import {
  type Completion,
  completeDeliveries,
  type DueDelivery,
  endRevoked,
  keepPartitions,
  readDue,
} from './storage/delivery-store.ts';
import { claimLanes, prolongLanes, releaseLane, saveHealth } from './storage/lane-store.ts';
import { makeAttemptDelivery } from './use-cases/attempt-delivery.ts';
import { makeManageDeliveries } from './use-cases/manage-deliveries.ts';
import { runLane } from './use-cases/run-lane.ts';
import { makeLaneWorker } from './use-cases/work-lanes.ts';

/** What the service is given. */
export interface WebhookDeliveryParts {
  environment: Environment;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  metrics: Registry;
  now?: () => Date;
  random?: () => number;
  /** The whole attempt; default 15 s. */
  attemptTimeoutMs?: number;
}

const ATTEMPT_TIMEOUT_MS = 15_000;
const IN_FLIGHT_A_LANE = 16;
const MAX_LANES = 200;
const POLL_MS = 500;
const HEARTBEAT_MS = 10_000;
const KEEP_ATTEMPT_DAYS = 30;
const REVOKED_BATCH = 1000;

/** The service on its real parts. */
export function makeDeliveryService({
  environment,
  database,
  cipher,
  bus,
  logger,
  metrics,
  now = () => new Date(),
  random = Math.random,
  attemptTimeoutMs = ATTEMPT_TIMEOUT_MS,
}: WebhookDeliveryParts) {
  const open = (secret: string): string => cipher.decrypt(secret, 'api_keys.webhook_secret');
  const attempt = makeAttemptDelivery({
    dispatcher: makeEgressAgent(makeEgressPolicy(environment.PARLEY_EGRESS_ALLOW)),
    openSecrets: ({ secret, previousSecret }: DueDelivery) => ({
      newest: open(secret),
      previous: previousSecret === null ? null : open(previousSecret),
    }),
    now,
    timeoutMs: attemptTimeoutMs,
  });
  const completions = makeBatcher<Completion, boolean>({
    run: (items) => completeDeliveries(database, items),
    maxItems: 64,
    maxConcurrent: 2,
    splitOn: (error) => !isDatabaseUnavailable(error),
  });
  const counters = makeDeliveryMetrics(metrics, () => worker.heldLanes());
  const worker = makeLaneWorker({
    claim: (claimId, held, limit) => claimLanes(database, claimId, held, limit),
    prolong: (lanes) => prolongLanes(database, lanes),
    run: (lane) =>
      runLane(lane, {
        readDue: (claimed, inHand, limit) => readDue(database, claimed, inHand, limit),
        attempt,
        complete: (item) => completions.submit(item),
        saveHealth: (claimed, health) => saveHealth(database, claimed, health, now()),
        release: (claimed) => releaseLane(database, claimed),
        scheduleSeconds: environment.PARLEY_WEBHOOK_RETRY_SCHEDULE,
        inFlightCap: IN_FLIGHT_A_LANE,
        now,
        random,
        logger,
        count: counters.count,
      }),
    maxLanes: MAX_LANES,
    pollMs: POLL_MS,
    heartbeatMs: HEARTBEAT_MS,
    logger,
    countExpired: counters.countExpired,
  });
  return {
    worker,
    /** Chores of every minute: partitions, deliveries of revoked keys. */
    async tidy(): Promise<void> {
      await keepPartitions(database, now(), KEEP_ATTEMPT_DAYS);
      await endRevoked(database, REVOKED_BATCH);
    },
    onHint: () => bus.onHint(deliveriesDue, ({ instance_ids: instanceIds }) => worker.wake(instanceIds)),
    deliveries: makeManageDeliveries({
      findTenant: (slug) => desk.findTenant(database, slug),
      findDeliveries: (tenantId, filter) => desk.findDeliveries(database, tenantId, filter),
      findAttempts: (deliveryId, instanceId) => desk.findAttempts(database, deliveryId, instanceId),
      replayEnded: (tenantId, filter) => desk.replayEnded(database, tenantId, filter),
      writeTestEvent: (given) => desk.writeTestEvent(database, given),
      wake: (instanceIds) => bus.publishHint(deliveriesDue, { instance_ids: instanceIds }),
      now,
    }),
  };
}

export type DeliveryService = ReturnType<typeof makeDeliveryService>;
