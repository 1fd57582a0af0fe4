import type { LookupFunction } from 'node:net';
import type { BusClient } from '@parley/bus/bus-client';
import type { Subscription } from '@parley/bus/carrier';
import type { Environment } from '@parley/common/environment';
import { deliveriesDue, keyChanged } from '@parley/common/hints';
import type { ClaimHolder } from '@parley/database/claim-holder';
import type { Database } from '@parley/database/connect-database';
import { countStatements } from '@parley/database/count-statements';
import type { Cipher } from '@parley/database/encryption';
import { makeBatcher } from '@parley/database/natural-batch';
import { isDatabaseUnavailable, type Sql } from '@parley/database/sql';
import { makeSharedClaims } from '@parley/database/take-over';
import { openEgress } from '@parley/providers/egress/open-egress';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { makeDeliveryAdmin } from './delivery-admin.ts';
import { dayOf } from './domain/day-number.ts';
import type { Completion, DueDelivery } from './domain/delivery.ts';
import { type ClaimedLane, isWorrying, type LaneHealth } from './domain/lane-health.ts';
import { memoizeBounded } from './domain/memoize-bounded.ts';
import { makeSocketBudget } from './domain/socket-budget.ts';
import { makeDeliveryMetrics } from './metrics.ts';
import { completeDeliveries } from './storage/completion-store.ts';
import { readDue } from './storage/due-store.ts';
import { readGauges } from './storage/gauge-store.ts';
import * as lanes from './storage/lane-store.ts';
import { catchUpLedger } from './storage/ledger-store.ts';
import { keepPartitions } from './storage/partition-store.ts';
import { dropOld, endRevoked } from './storage/retention-store.ts';
import { makeAttemptDelivery } from './use-cases/attempt-delivery.ts';
import { makeClaimLanes } from './use-cases/claim-lanes.ts';
import { READ_BYTES } from './use-cases/post-webhook.ts';
import { makeReadLane } from './use-cases/read-lane.ts';
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
  /** The whole attempt; default 15 s, and never more than half a lease. */
  attemptTimeoutMs?: number;
  /** For tests: another resolver of receivers' names. */
  lookup?: LookupFunction;
}

const SERVICE = 'webhook-delivery';
const ATTEMPT_TIMEOUT_MS = 15_000;
const IN_FLIGHT_A_LANE = 16;
const MAX_LANES = 1000;
const MAX_SOCKETS = 1024;
const MAX_SOCKETS_A_HOST = 256;
/** What no hint tells of: retries that fall due, lanes of dead workers, hints that were lost. */
const POLL_MS = { shortest: 500, longest: 2000 };
/** Leases are prolonged well before an attempt could outlast what is left of them. */
const HEARTBEATS_A_LEASE = 4.5;
const KEEP_DAYS = 30;
const TIDY_BATCH = 5000;
const MOST_COMPLETED_AT_ONCE = 256;
const SECRETS_REMEMBERED = 2000;

/** Keeps a lane's health and warns the log, once, of a webhook that fails for long. */
const makeKeepHealth =
  (sql: Sql, now: () => Date, logger: Logger) =>
  async (lane: ClaimedLane, health: LaneHealth): Promise<void> => {
    const at = now();
    const { warn } = await lanes.saveHealth(sql, lane, health, { now: at, worrying: isWorrying(health, at) });
    const { instanceId: instance_id } = lane;
    if (warn)
      logger.warn(
        { instance_id, failing_since: health.failingSince },
        'A webhook has failed for long; it will be disabled.',
      );
    if (health.pauseReason)
      logger.warn({ instance_id, reason: health.pauseReason }, 'A webhook was disabled; its deliveries are kept.');
  };

function makeSender(parts: WebhookDeliveryParts, now: () => Date, timeoutMs: number) {
  const { environment, cipher } = parts;
  const { agent, destroy } = openEgress(environment, {
    maxSocketsPerHost: MAX_SOCKETS_A_HOST,
    answer: { bodyBytes: READ_BYTES },
    ...(parts.lookup ? { lookup: parts.lookup } : {}),
  });
  const open = memoizeBounded((secret) => cipher.decrypt(secret, 'api_keys.webhook_secret'), SECRETS_REMEMBERED);
  const budget = makeSocketBudget(MAX_SOCKETS);
  const attempt = makeAttemptDelivery({
    dispatcher: agent,
    openSecrets: ({ secret, previousSecret }: DueDelivery) => ({
      newest: open(secret),
      previous: previousSecret === null ? null : open(previousSecret),
    }),
    now,
    timeoutMs,
  });
  return {
    attempt: (delivery: DueDelivery) => budget.hold(() => attempt(delivery)),
    openSockets: budget.grant,
    connected: (): number => Object.values(agent.stats).reduce((sum, { connected }) => sum + Number(connected), 0),
    close: destroy,
  };
}

function makeWorker(parts: WebhookDeliveryParts, holder: ClaimHolder, now: () => Date) {
  const { environment, database, logger, metrics, random = Math.random } = parts;
  const leaseMs = environment.PARLEY_WEBHOOK_LEASE_SECONDS * 1000;
  const attemptTimeoutMs = Math.min(parts.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS, leaseMs / 2);
  const sender = makeSender(parts, now, attemptTimeoutMs);
  const counters = makeDeliveryMetrics(metrics, {
    heldLanes: () => worker.heldLanes(),
    openSockets: sender.connected,
    readGauges: () => readGauges(database),
  });
  const sql = countStatements(database, counters.countStatement);
  const completions = makeBatcher<Completion, boolean>({
    run: (items) => completeDeliveries(sql, items),
    maxItems: MOST_COMPLETED_AT_ONCE,
    maxConcurrent: 1,
    splitOn: (error) => !isDatabaseUnavailable(error),
  });
  const laneDeps = {
    readDue: makeReadLane({
      findDue: (claimed, inHand, limit) => readDue(sql, claimed, inHand, { limit, today: dayOf(now()) }),
    }),
    attempt: sender.attempt,
    complete: completions.submit,
    keepHealth: makeKeepHealth(sql, now, logger),
    release: (claimed: ClaimedLane) => lanes.releaseLane(sql, claimed),
    openSockets: sender.openSockets,
    isCrowded: (): boolean => worker.isCrowded(),
    scheduleSeconds: environment.PARLEY_WEBHOOK_RETRY_SCHEDULE,
    inFlightCap: IN_FLIGHT_A_LANE,
    leaseMs,
    attemptTimeoutMs,
    now,
    random,
    logger,
    count: counters.count,
  };
  const worker = makeLaneWorker({
    claim: makeClaimLanes({
      findNamed: (instanceIds) => lanes.findNamedLanes(sql, instanceIds),
      findWaiting: (held, limit) => lanes.findWaitingLanes(sql, held, limit),
      lease: async (found, newClaimId) =>
        lanes.leaseLanes(sql, found, { newClaimId, leaseMs, holder: await holder.claimAs() }),
    }),
    prolong: (held) => lanes.prolongLanes(sql, held, { leaseMs, holder: holder.number() }),
    run: (lane, claimedAtMs) => runLane(lane, claimedAtMs, laneDeps),
    maxLanes: MAX_LANES,
    pollMs: POLL_MS,
    heartbeatMs: leaseMs / HEARTBEATS_A_LEASE,
    logger,
    countExpired: counters.countExpired,
  });
  return { ...worker, closeSockets: sender.close };
}

/** The service on its real parts. */
export function makeDeliveryService(parts: WebhookDeliveryParts) {
  const { database, bus, logger, now = () => new Date() } = parts;
  const { holder, takeOver } = makeSharedClaims({
    database,
    service: SERVICE,
    logger,
    async endClaims(holders) {
      const freed = await lanes.endLeasesOf(database, holders);
      if (freed.length > 0) worker.wake(freed);
      return freed.length;
    },
  });
  const worker = makeWorker(parts, holder, now);
  return {
    holder,
    takeOver,
    worker,
    admin: makeDeliveryAdmin({ database, bus, now }),
    /** Chores: partitions, retention, deliveries of revoked keys, the ledger of a restored database. */
    async tidy(): Promise<void> {
      await catchUpLedger(database);
      await keepPartitions(database, { today: dayOf(now()), keepDays: KEEP_DAYS });
      await endRevoked(database, TIDY_BATCH);
      await dropOld(database, { now: now(), keepDays: KEEP_DAYS, limit: TIDY_BATCH });
    },
    /** Wakes lanes that have something due, and those whose key changed: what they have read of it may be out of date. */
    listen(): Subscription[] {
      return [
        bus.onHint(deliveriesDue, ({ instance_ids: instanceIds }) => worker.wake(instanceIds)),
        bus.onHint(keyChanged, ({ instance_id: instanceId }) => worker.begin(instanceId)),
      ];
    },
  };
}

export type DeliveryService = ReturnType<typeof makeDeliveryService>;
