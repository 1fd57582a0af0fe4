import type { BusClient } from '@parley/bus/bus-client';
import type { ServiceProcess } from '@parley/bus/process/run-alone';
import type { WorkerPresence } from '@parley/database/claims/worker-presence';
import type { ServiceStores } from '@parley/database/connection/open-stores';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { AnswerStore } from '@parley/messaging/idempotency/idempotency';
import { type Egress, openEgress } from '@parley/providers/egress/open-egress';
import { makeWake, type Wake } from '@parley/runtime/turns/make-wake';
import { type ConnectionGates, makeConnectionGates } from './leases/device-connection.client.ts';
import { LEASE_TIMES, type LeaseHolder, type LeaseTimes } from './leases/device-lease.rules.ts';
import { type HeldDevices, makeHeldDevices } from './leases/held-device.client.ts';
import { openPresence } from './leases/this-worker.client.ts';
import { makePairingMetrics, type PairingMetrics } from './metrics.ts';
import { type BaileysNetwork, makeBaileysNetwork } from './network/baileys-network.client.ts';
import type { PairingEnvironment } from './network/pairing-environment.rules.ts';
import type { PairingRecords } from './records.ts';
import { makeShareWaiting, type ShareWaiting } from './sessions/share-waiting.steps.ts';

export const SERVICE = Symbol('pairing.service');

export interface PairingService extends PairingRecords {
  /** `database`, where a lost connection is `DatabaseUnavailable`: a held device waits until the database is back. */
  rawDatabase: PrismaDatabase;
  bus: BusClient;
  metrics: PairingMetrics;
  /** First answers by Idempotency-Key. */
  answers: AnswerStore;
  egress: Egress;
  network: BaileysNetwork;
  presence: WorkerPresence;
  /** This worker, as the leases name it. */
  holder: LeaseHolder;
  lease: LeaseTimes;
  devices: HeldDevices;
  gates: ConnectionGates;
  shareWaiting: ShareWaiting;
  /** Called when a device should ask the network for its limits. */
  wakeLimits: Wake;
  /** When the habit of each device was updated last, in ms since the epoch. */
  habitUpdatedAt: Map<number, number>;
}

export interface PairingParts extends Omit<ServiceProcess, 'environment'>, ServiceStores {
  environment: PairingEnvironment;
  /** Name of this worker on the bus: the name that the service is started with. */
  worker: string;
  now?: () => Date;
  lease?: LeaseTimes;
  /** Interval of keep-alives on a device's connection, default 20 s: a frozen connection is noticed 7 s after one. */
  keepAliveMs?: number;
}

export function openPairingService(parts: PairingParts): PairingService {
  const { environment, database, cipher, bus, logger, worker, lease = LEASE_TIMES, now = () => new Date() } = parts;
  const egress = openEgress(environment);
  return {
    environment,
    rawDatabase: database,
    cipher,
    bus,
    logger,
    egress,
    lease,
    database: mapDatabaseErrorsWithPrisma(database),
    metrics: makePairingMetrics(parts.metrics),
    answers: { database, cipher },
    network: makeBaileysNetwork(environment, { cipher, egress, keepAliveMs: parts.keepAliveMs }),
    presence: openPresence(database, logger, worker, lease),
    holder: { workerId: worker, leaseMs: lease.leaseMs },
    devices: makeHeldDevices(),
    gates: makeConnectionGates(),
    shareWaiting: makeShareWaiting(),
    wakeLimits: makeWake(),
    habitUpdatedAt: new Map(),
    now,
  };
}
