import { performance } from 'node:perf_hooks';
import type { BusClient } from '@parley/bus/bus-client';
import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import { storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import type { Environment } from '@parley/common/environment';
import { deliveriesDue, devicesFree, HINT_MAX_KEYS } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrors } from '@parley/database/map-database-errors';
import { holdPresence } from '@parley/database/worker-presence';
import { quarantine } from '@parley/messaging/quarantine';
import { openEgress } from '@parley/providers/egress/open-egress';
import { providerAgent, providerLookup } from '@parley/providers/egress/provider-agent';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { toDataURL } from 'qrcode';
import { makeBaileysNetwork } from './baileys-network/make-baileys-network.ts';
import type { DeviceLease, LeaseTimes } from './domain/device-lease.ts';
import type { DeviceNetwork } from './domain/device-network.ts';
import { externalIdOf } from './domain/linked-device.ts';
import { makePairAddress } from './domain/pair-page.ts';
import { makePairingMetrics } from './metrics.ts';
import { makeOpenWebFile } from './open-web-file.ts';
import { makeDeviceStore } from './storage/device-store.ts';
import { findLiveDevices, forgetPeer, forgetSendsTo, removeDevices } from './storage/erase-store.ts';
import { makeHealthStore } from './storage/health-store.ts';
import { addDeviceKey, makeDeviceAuth } from './storage/key-store.ts';
import { makeLeaseStore, PRESENCE_SERVICE } from './storage/lease-store.ts';
import { makeSendStore } from './storage/send-store.ts';
import { makeSessionStore } from './storage/session-store.ts';
import { makeSaveStep } from './storage/step-store.ts';
import type { RunnerDeps } from './use-cases/device-runner.ts';
import { makeGate } from './use-cases/gate.ts';
import { makeDeviceRegistry } from './use-cases/hold-devices.ts';
import { makeLinkDevice } from './use-cases/link-device.ts';
import { makeOpenDeviceMedia } from './use-cases/open-media.ts';
import { makePairPage } from './use-cases/pair-page.ts';
import { makeRestoreStanza } from './use-cases/restore-stanza.ts';
import { makeRouteToHolder } from './use-cases/route-to-holder.ts';
import { makeSendDeviceMessage } from './use-cases/send-device-message.ts';
import { makeCreateSession, makeFindForRemoval, makeFindSession, makeSessionStatus } from './use-cases/sessions.ts';
import { makeShareWaiting } from './use-cases/share-waiting.ts';
import { makeWatchHealth } from './use-cases/watch-health.ts';

export const USE_CASES = Symbol('pairing.use-cases');

/** What the service is given. */
export interface PairingParts {
  environment: Pick<
    Environment,
    | 'PARLEY_WHATSAPP_WEB_URL'
    | 'PARLEY_EGRESS_ALLOW'
    | 'PARLEY_DNS_SERVERS'
    | 'PARLEY_PUBLIC_URL'
    | 'PARLEY_PORT'
    | 'PARLEY_MAX_UNPAIRED_SESSIONS'
  >;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  metrics: Registry;
  /** Name of this worker on the bus: the same as the service is started with. */
  worker: string;
  now?: () => Date;
  /** Stands in for the network's client. */
  network?: DeviceNetwork;
  /** Default: 15 s, given up 4 s before. */
  lease?: LeaseTimes;
}

export const LEASE_TIMES: LeaseTimes = { leaseMs: 15_000, marginMs: 4000 };
/** Connections that one worker makes at the same time, and that wait for a phone at the same time. */
const MAX_CONNECTING = 8;
const MAX_LINKING = 50;
/** In one round; the gate paces their connections, and the pause between rounds lets workers that start together share. */
const CLAIM_BATCH = 60;
const SENT_KEPT_MS = 7 * 24 * 3_600_000;

export type PairingUseCases = ReturnType<typeof makePairingUseCases>;

type Ready = Required<Omit<PairingParts, 'metrics'>> & { counters: ReturnType<typeof makePairingMetrics> };

function makeHealth({ database, logger, counters, now }: Ready) {
  return makeWatchHealth({
    devices: makeHealthStore(database),
    onSilent: (deviceId) =>
      logger.warn({ device_id: deviceId }, 'A connected device has heard nothing for much longer than it uses to.'),
    onRestricted(deviceId, { kind, until, detail }) {
      counters.health.inc({ kind });
      logger.warn({ device_id: deviceId, kind, until, detail }, 'The network has put limits on a device.');
    },
    report: (error) => logger.warn({ err: error }, 'The health of a device could not be stored.'),
    now,
  });
}

function makeRunnerDeps(ready: Ready, health: ReturnType<typeof makeHealth>): Omit<RunnerDeps, 'confirmLease'> {
  const { database, cipher, bus, logger, counters, network, now } = ready;
  return {
    network,
    makeAuth: (lease: DeviceLease) => makeDeviceAuth(database, cipher, lease),
    saveStep: makeSaveStep({
      database,
      emptyCredentials: () => cipher.encrypt('{}', 'channel_accounts.credentials'),
      wakeLanes(instanceIds) {
        for (let from = 0; from < instanceIds.length; from += HINT_MAX_KEYS)
          bus.publishHint(deliveriesDue, { instance_ids: instanceIds.slice(from, from + HINT_MAX_KEYS) });
      },
    }),
    sends: makeSendStore(database, cipher),
    connecting: makeGate(MAX_CONNECTING),
    linking: makeGate(MAX_LINKING),
    async store(device, items) {
      const input = { tenant_id: device.tenantId, external_id: externalIdOf(device), items };
      await bus.call(storeDeviceItems, input, { request_id: makeId('req') });
    },
    onStored(device, items) {
      for (const { kind } of items) counters.heard.inc({ kind });
      health.stored(device, items);
    },
    async quarantine(device, elements) {
      const owner = { tenantId: device.tenantId, channel: 'wd' as const, externalId: externalIdOf(device) };
      await quarantine(
        database,
        cipher,
        elements.map((element) => ({ ...element, ...owner })),
      );
      for (const { source, kind, reason } of elements) {
        counters.quarantined.inc({ source, kind });
        logger.error({ device_id: device.id, tenant_id: device.tenantId, kind, reason }, 'device.quarantined');
      }
    },
    onHealth: health.signalled,
    alarm(device, reason) {
      counters.alarms.inc({ reason });
      logger.error({ device_id: device.id, tenant_id: device.tenantId, reason }, 'A linked device needs a look.');
    },
    report: (device, error, what) => logger.warn({ device_id: device.id, err: error }, what),
    random: Math.random,
    now,
  };
}

/** Every use case of the service, on its real parts. */
export function makePairingUseCases(parts: PairingParts) {
  const { environment, database, cipher, bus, logger, metrics, worker } = parts;
  const counters = makePairingMetrics(metrics);
  const now = parts.now ?? (() => new Date());
  const times = parts.lease ?? LEASE_TIMES;
  const egress = openEgress(environment);
  const dispatchers = { egress: egress.agent, provider: providerAgent(environment.PARLEY_DNS_SERVERS) };
  const network =
    parts.network ??
    makeBaileysNetwork({
      url: environment.PARLEY_WHATSAPP_WEB_URL,
      cipher,
      dispatchers,
      lookup: providerLookup(environment.PARLEY_DNS_SERVERS),
    });
  const ready: Ready = { ...parts, network, now, lease: times, counters };
  const reading = mapDatabaseErrors(database);
  const devices = makeDeviceStore(reading);
  const health = makeHealth(ready);
  const sends = makeSendStore(database, cipher);
  const leases = makeLeaseStore(database, { workerId: worker, leaseMs: times.leaseMs }, (sql) =>
    presence.findGone(sql),
  );
  const registry = makeDeviceRegistry({
    leases,
    runner: makeRunnerDeps(ready, health),
    times,
    clocks: { monotonicMs: () => performance.now(), wallMs: Date.now },
    claimBatch: CLAIM_BATCH,
    report: (error, what) => logger.warn({ err: error }, what),
    onLeaseLost(deviceId) {
      counters.leasesLost.inc();
      logger.warn({ device_id: deviceId }, 'The lease was over: the device is let go.');
    },
    tellFree: () => bus.publishHint(devicesFree, {}),
    now,
  });
  const presence = holdPresence({
    database,
    service: PRESENCE_SERVICE,
    worker,
    report: (error, what) => logger.warn({ err: error }, what),
    ...(times.presenceGraceMs === undefined ? {} : { graceMs: times.presenceGraceMs }),
  });
  presence.onLost(registry.cutOff);
  presence.onBack(() => {
    registry.back().catch((error: unknown) => logger.warn({ err: error }, 'Devices could not be confirmed.'));
  });
  const findSession = makeFindSession(devices);
  const asking = makeLeaseStore(reading, { workerId: worker, leaseMs: times.leaseMs });
  const publicUrl = environment.PARLEY_PUBLIC_URL ?? `http://localhost:${environment.PARLEY_PORT}`;
  const pages = makePairAddress(publicUrl, cipher);
  return {
    createSession: makeCreateSession({
      ...makeSessionStore(reading),
      pages,
      maxWaiting: environment.PARLEY_MAX_UNPAIRED_SESSIONS,
      now,
    }),
    sessionStatus: makeSessionStatus(findSession, pages, now),
    page: makePairPage({ address: pages, find: devices.find, now }),
    findSession,
    findForRemoval: makeFindForRemoval(devices),
    findDevice: devices.find,
    route: makeRouteToHolder({ workerId: worker, registry, leases: asking, bus }),
    erasing: {
      forgetSendsTo: (person: ErasedPerson) => forgetSendsTo(reading, person),
      forgetPeer: (person: ErasedPerson) => forgetPeer(reading, person),
      findLive: (tenantId: number, count: number) => findLiveDevices(reading, tenantId, count),
      removeDevices: (tenantId: number, isForced: boolean) => removeDevices(reading, tenantId, isForced),
      now,
    },
    link: makeLinkDevice({
      share: makeShareWaiting(),
      drawQr: (text) => toDataURL(text, { margin: 2, width: 320 }),
      now,
    }),
    send: makeSendDeviceMessage({
      network,
      sends,
      openFile: makeOpenWebFile(egress),
      count: (outcome) => counters.sends.inc({ outcome }),
      now,
    }),
    openMedia: makeOpenDeviceMedia(network),
    restoreStanza: makeRestoreStanza({ addKey: (key) => addDeviceKey(reading, cipher, key), now }),
    registry,
    lease: times,
    onDevicesFree: (wake: () => void) => bus.onHint(devicesFree, wake),
    findSilent: health.findSilent,
    forgetSent: () => sends.forgetBefore(new Date(now().getTime() - SENT_KEPT_MS)),
    async readGauges(): Promise<void> {
      const { byStatus, silent, restricted } = await makeDeviceStore(database).countStates();
      counters.devices.reset();
      for (const [status, count] of byStatus) counters.devices.set({ status }, count);
      counters.silent.set(silent);
      counters.restricted.set(restricted);
      counters.held.set(registry.count());
    },
    leavePresence: () => presence.close(),
    close: () => egress.close(),
  };
}
