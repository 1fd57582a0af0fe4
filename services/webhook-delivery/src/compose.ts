import type { LookupFunction } from 'node:net';
import type { Subscription } from '@parley/bus/carrier';
import type { ServiceProcess } from '@parley/bus/run-alone';
import { makeWakeDeliveries } from '@parley/bus/wake-deliveries';
import { dayOf } from '@parley/common/day-number';
import { deliveriesDue, keyChanged } from '@parley/common/hints';
import type { ClaimHolder } from '@parley/database/claim-holder';
import type { Database } from '@parley/database/connect-database';
import { countStatements } from '@parley/database/count-statements';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/map-database-errors';
import { makeBatcher } from '@parley/database/natural-batch';
import type { ServiceStores } from '@parley/database/open-stores';
import { isDatabaseUnavailable, type Sql } from '@parley/database/sql';
import { makeSharedClaims } from '@parley/database/take-over';
import { makeTenantOf } from '@parley/database/tenant-of-slug';
import { openEgress } from '@parley/providers/egress/open-egress';
import type { Logger } from '@parley/runtime/logger';
import { makeOpenKeptSecrets, makeOpenSecrets } from './adapters/open-secrets.ts';
import type { Completion, DueDelivery } from './domain/delivery.ts';
import { type ClaimedLane, isWorrying, type LaneHealth } from './domain/lane-health.ts';
import { makeSocketBudget } from './domain/socket-budget.ts';
import { makeDeliveryMetrics } from './metrics.ts';
import { completeDeliveries } from './storage/completion-store.ts';
import * as admin from './storage/delivery-admin-store.ts';
import { findContent } from './storage/delivery-content-store.ts';
import { listDeliveries } from './storage/delivery-list-store.ts';
import { readDue } from './storage/due-store.ts';
import * as erasing from './storage/erase-store.ts';
import { readGauges } from './storage/gauge-store.ts';
import { saveHealthAndReport } from './storage/health-store.ts';
import * as lanes from './storage/lane-store.ts';
import { catchUpLedger, findPosition, findStart, readLedger } from './storage/ledger-store.ts';
import { keepPartitions } from './storage/partition-store.ts';
import { makeDeliveriesDue, replayEnded } from './storage/replay-store.ts';
import { dropOld, endRevoked } from './storage/retention-store.ts';
import { findStuckLanes } from './storage/stuck-store.ts';
import { findLedgerEnd, readTenantLedger } from './storage/tenant-ledger-store.ts';
import { findWebhook, pauseLane, resumeLane } from './storage/webhook-store.ts';
import { makeAttemptDelivery, READ_BYTES } from './use-cases/attempt-delivery.ts';
import { makeClaimLanes } from './use-cases/claim-lanes.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { makeListStuckLanes } from './use-cases/list-stuck-lanes.ts';
import { makeManageDeliveries } from './use-cases/manage-deliveries.ts';
import { makeManageWebhooks } from './use-cases/manage-webhooks.ts';
import { makeReadEvents } from './use-cases/read-events.ts';
import { makeReadLane } from './use-cases/read-lane.ts';
import { makeReadTenantEvents } from './use-cases/read-tenant-events.ts';
import { runLane } from './use-cases/run-lane.ts';
import { makeLaneWorker } from './use-cases/work-lanes.ts';

export const USE_CASES = Symbol('webhook-delivery.use-cases');

/** Dependencies of the service. */
export interface WebhookDeliveryParts extends ServiceProcess, ServiceStores {
  now?: () => Date;
  random?: () => number;
  /** Timeout of the whole attempt; default 15 s, and never more than half a lease. */
  attemptTimeoutMs?: number;
  /** For tests: resolves receivers' names. */
  lookup?: LookupFunction;
}

export type UseCases = ReturnType<typeof makeUseCases>;

const SERVICE = 'webhook-delivery';
const ATTEMPT_TIMEOUT_MS = 15_000;
const IN_FLIGHT_A_LANE = 16;
const MAX_LANES = 1000;
const MAX_SOCKETS = 1024;
const MAX_SOCKETS_A_HOST = 256;
/** Poll interval for work without a hint: due retries, lanes of dead workers, lost hints. */
const POLL_MS = { shortest: 500, longest: 2000 };
/** Leases are renewed often enough that a whole attempt always fits into the remaining time. */
const HEARTBEATS_A_LEASE = 4.5;
const KEEP_DAYS = 30;
const TIDY_BATCH = 5000;
const MOST_COMPLETED_AT_ONCE = 256;
/**
 * Nobody waits for a completion, so it may wait for others: the number of deliveries that a kill repeats stays below a
 * lane's limit (MOST_UNSTORED). Measured: docs/adr/0005-decide-in-typescript.md, "Fuller batches".
 */
const COMPLETIONS_GATHER = { gatherMs: 50, gatherItems: 32 };

/** Stores a lane's health, and logs once for a webhook that keeps failing. */
const makeKeepHealth =
  (sql: Sql, database: Pick<Database, 'prismaTransaction'>, now: () => Date, logger: Logger) =>
  async (lane: ClaimedLane, health: LaneHealth): Promise<void> => {
    const at = now();
    const { warn } = await saveHealthAndReport(sql, database, lane, health, {
      now: at,
      worrying: isWorrying(health, at),
    });
    const { instanceId: instance_id } = lane;
    if (warn)
      logger.warn(
        'webhook.failing',
        { instance_id, failing_since: health.failingSince },
        'A webhook has failed for long; it will be disabled.',
      );
    if (health.pauseReason)
      logger.warn(
        'webhook.disabled',
        { instance_id, reason: health.pauseReason },
        'A webhook was disabled; its deliveries are kept.',
      );
  };

function makeSender(parts: WebhookDeliveryParts, now: () => Date, timeoutMs: number) {
  const { environment, cipher } = parts;
  const { agent, destroy } = openEgress(environment, {
    maxSocketsPerHost: MAX_SOCKETS_A_HOST,
    answer: { bodyBytes: READ_BYTES },
    ...(parts.lookup ? { lookup: parts.lookup } : {}),
  });
  const open = makeOpenSecrets(cipher);
  const budget = makeSocketBudget(MAX_SOCKETS);
  const attempt = makeAttemptDelivery({
    dispatcher: agent,
    openSecrets: ({ secret, previousSecret, platform }: DueDelivery) =>
      open({ newest: secret, previous: previousSecret }, platform !== null),
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
    ...COMPLETIONS_GATHER,
  });
  const laneDeps = {
    readDue: makeReadLane({
      findDue: (claimed, inHand, limit) => readDue(sql, claimed, inHand, { limit, today: dayOf(now()) }),
    }),
    attempt: sender.attempt,
    complete: completions.submit,
    keepHealth: makeKeepHealth(sql, database, now, logger),
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

/** Requests of customers and operators, separate from the delivery worker. */
function makeAdmin({ database, bus, cipher }: WebhookDeliveryParts, now: () => Date) {
  const sql = mapDatabaseErrorsWithPrisma(database);
  const tenantOf = makeTenantOf(sql);
  const wake = makeWakeDeliveries(bus);
  return {
    readEvents: makeReadEvents({
      findPosition: (tenantId, eventId) => findPosition(sql, tenantId, eventId),
      findStart: (instanceId) => findStart(sql, instanceId),
      readLedger: (key, after, bounds) => readLedger(sql, key, after, bounds),
    }),
    readTenantEvents: makeReadTenantEvents({
      findPosition: (tenantId, eventId) => findPosition(sql, tenantId, eventId),
      findEnd: (tenantId) => findLedgerEnd(sql, tenantId),
      read: (tenantId, after, limit) => readTenantLedger(sql, tenantId, after, limit),
    }),
    deliveries: makeManageDeliveries({
      tenantOf,
      findPlatformWebhook: (scope) => admin.findPlatformWebhook(sql, scope),
      listDeliveries: (scope, filter) => listDeliveries(sql, scope, filter),
      findDelivery: (scope, id) => admin.findDelivery(sql, scope, id),
      findAttempts: (deliveryId, instanceId) => admin.findAttempts(sql, deliveryId, instanceId),
      findContent: (scope, deliveryId) => findContent(sql, scope, deliveryId),
      openSecrets: makeOpenKeptSecrets(cipher),
      makeDue: (scope, filter) => makeDeliveriesDue(sql, scope, filter),
      replayEnded: (scope, filter) => replayEnded(sql, scope, filter),
      writeTestEvent: (given) => admin.writeTestEvent(sql, given),
      wake,
      now,
    }),
    eraseData: makeEraseData({
      removePending: (person) => erasing.removePending(sql, person),
      findTargetAfter: (scopes, instanceId) => erasing.findTargetAfter(sql, scopes, instanceId),
      removeLogged: (person, after) => erasing.removeLogged(sql, person, after),
      removeEvents: (person, after) => erasing.removeEvents(sql, person, after),
      removePlatformEvents: (person, after) => erasing.removePlatformEvents(sql, person, after),
      removeTenantLogged: (tenantId, after) => erasing.removeTenantLogged(sql, tenantId, after),
      removeTenantBatch: (tenantId) => erasing.removeTenantBatch(sql, tenantId),
    }),
    listStuckLanes: makeListStuckLanes({
      find: (after, lateBefore, count) => findStuckLanes(sql, after, lateBefore, count),
      now,
    }),
    webhooks: makeManageWebhooks({
      tenantOf,
      findPlatformWebhook: (scope) => admin.findPlatformWebhook(sql, scope),
      findWebhook: (scope, instanceId) => findWebhook(sql, scope, instanceId, now()),
      pauseLane: (scope, instanceId) => pauseLane(sql, scope, instanceId),
      resumeLane: (scope, instanceId) => resumeLane(sql, scope, instanceId),
      reportChanged: (instanceId) => bus.publishHint(keyChanged, { instanceId }),
      wake,
    }),
  };
}

/** All use cases, with their real dependencies. */
export function makeUseCases(parts: WebhookDeliveryParts) {
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
  let hints: Subscription[] = [];
  return {
    ...makeAdmin(parts, now),
    takeOver,
    /** Maintenance: partitions, retention, deliveries of revoked keys, the ledger of a restored database. */
    async tidy(): Promise<void> {
      await catchUpLedger(database);
      await keepPartitions(database, { today: dayOf(now()), keepDays: KEEP_DAYS });
      await endRevoked(database, TIDY_BATCH);
      await dropOld(database, { now: now(), keepDays: KEEP_DAYS, limit: TIDY_BATCH });
    },
    delivering: {
      /** Wakes lanes with due deliveries, and lanes whose key changed, because they hold its old values. */
      start(): void {
        hints = [
          bus.onHint(deliveriesDue, ({ instanceIds }) => worker.wake(instanceIds)),
          bus.onHint(keyChanged, ({ instanceId }) => worker.begin(instanceId)),
        ];
        holder.start(worker.confirm);
        worker.start();
      },
      async close(): Promise<void> {
        await Promise.all(hints.map((hint) => hint.drain()));
        await worker.stop();
        await holder.close();
        await worker.closeSockets();
      },
    },
  };
}
