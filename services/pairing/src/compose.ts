import { performance } from 'node:perf_hooks';
import type { ServiceProcess } from '@parley/bus/run-alone';
import { makeWakeDeliveries } from '@parley/bus/wake-deliveries';
import { callerOf } from '@parley/common/call-context';
import { storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { devicesFree } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/map-database-errors';
import type { ServiceStores } from '@parley/database/open-stores';
import { holdPresence, LOCK_FAILED } from '@parley/database/worker-presence';
import { sealCredentials } from '@parley/messaging/accounts/credentials';
import { quarantine } from '@parley/messaging/quarantine';
import { makeOnce } from '@parley/messaging/with-idempotency-key';
import { openEgress } from '@parley/providers/egress/open-egress';
import { providerAgent, providerLookup } from '@parley/providers/egress/provider-agent';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import { toDataURL } from 'qrcode';
import { makeBaileysNetwork } from './adapters/baileys-network/make-baileys-network.ts';
import { makeOpenUploadedFile } from './adapters/open-uploaded-file.ts';
import { makeOpenWebFile } from './adapters/open-web-file.ts';
import type { DeviceLease, LeaseTimes } from './domain/device-lease.ts';
import type { DeviceNetwork } from './domain/device-network.ts';
import { externalIdOf } from './domain/linked-device.ts';
import { makePairAddress } from './domain/pair-page.ts';
import { makePairingMetrics } from './metrics.ts';
import { listDevicesOfAll } from './storage/device-list-store.ts';
import { makeDeviceStore } from './storage/device-store.ts';
import { findLiveDevices, forgetPeer, forgetSendsTo, removeDevices } from './storage/erase-store.ts';
import { makeHealthStore } from './storage/health-store.ts';
import { addDeviceKey, makeDeviceAuth } from './storage/key-store.ts';
import { makeLeaseStore, PRESENCE_SERVICE } from './storage/lease-store.ts';
import { makeSendStore } from './storage/send-store.ts';
import { makeSessionStore } from './storage/session-store.ts';
import { makeSaveStep } from './storage/step-store.ts';
import { makeActOnDevice } from './use-cases/act-on-device.ts';
import type { RunnerDeps } from './use-cases/device-runner.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { makeGate } from './use-cases/gate.ts';
import { makeDeviceRegistry } from './use-cases/hold-devices.ts';
import { makeLinkDevice } from './use-cases/link-device.ts';
import { makeListDevices } from './use-cases/list-devices.ts';
import { makeOpenDeviceMedia } from './use-cases/open-media.ts';
import { makePairPage } from './use-cases/pair-page.ts';
import { makeRestoreStanza } from './use-cases/restore-stanza.ts';
import { makeRouteToHolder } from './use-cases/route-to-holder.ts';
import { makeSendDeviceMessage } from './use-cases/send-device-message.ts';
import { makeCreateSession, makeFindForRemoval, makeFindSession, makeSessionStatus } from './use-cases/sessions.ts';
import { makeShareWaiting } from './use-cases/share-waiting.ts';
import { makeWatchHealth } from './use-cases/watch-health.ts';

export const USE_CASES = Symbol('pairing.use-cases');

/** Dependencies of the service. */
export interface PairingParts extends Omit<ServiceProcess, 'environment'>, ServiceStores {
  environment: Pick<
    Environment,
    | 'PARLEY_WHATSAPP_WEB_URL'
    | 'PARLEY_WHATSAPP_WEB_ROOT_KEY'
    | 'PARLEY_EGRESS_ALLOW'
    | 'PARLEY_DNS_SERVERS'
    | 'PARLEY_PUBLIC_URL'
    | 'PARLEY_PORT'
    | 'PARLEY_MAX_UNPAIRED_SESSIONS'
  >;
  /** Name of this worker on the bus: the name that the service is started with. */
  worker: string;
  now?: () => Date;
  /** Replaces the network's client in tests. */
  network?: DeviceNetwork;
  /** Default: 15 s, released 4 s before the end. */
  lease?: LeaseTimes;
  /**
   * Interval of keep-alives on a linked device's connection, default 20 s: a frozen connection is noticed 7 s after
   * one.
   */
  keepAliveMs?: number;
}

export const LEASE_TIMES: LeaseTimes = { leaseMs: 15_000, marginMs: 4000 };
/** Connections that one worker opens at the same time, and connections that wait for a phone at the same time. */
const MAX_CONNECTING = 8;
const MAX_LINKING = 50;
/**
 * Devices claimed in one round; a gate limits their connections, and the pause between rounds allows new workers to
 * take their share.
 */
const CLAIM_BATCH = 60;
const SENT_KEPT_MS = 7 * 24 * 3_600_000;

export type UseCases = ReturnType<typeof makeUseCases>;

type Ready = Required<Omit<PairingParts, 'metrics' | 'keepAliveMs'>> & {
  counters: ReturnType<typeof makePairingMetrics>;
};

function makeHealth({ database, logger, counters, now }: Ready) {
  return makeWatchHealth({
    devices: makeHealthStore(database),
    onSilent: (deviceId) =>
      logger.warn(
        'device.silent',
        { device_id: deviceId },
        'A connected device received nothing for much longer than is usual for it.',
      ),
    onRestricted(deviceId, { kind, until, detail }) {
      counters.health.inc({ kind });
      const fields = { device_id: deviceId, kind, until, detail };
      logger.warn('device.restricted', fields, 'The network limits what a device may do.');
    },
    report: (error) =>
      logger.warn('device-health.unstored', { err: error }, 'The health of a device could not be stored.'),
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
      emptyCredentials: () => sealCredentials(cipher, {}),
      wakeLanes: makeWakeDeliveries(bus),
    }),
    sends: makeSendStore(database, cipher),
    connecting: makeGate(MAX_CONNECTING),
    linking: makeGate(MAX_LINKING),
    async store(device, items) {
      const input = { tenantId: device.tenantId, externalId: externalIdOf(device), items };
      await bus.call(storeDeviceItems, input, { requestId: makeId('req') });
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
        logger.error(
          'device-element.quarantined',
          { device_id: device.id, tenant_id: device.tenantId, kind, reason },
          'What a device received could not be stored; it is in the quarantine.',
        );
      }
    },
    onHealth: health.signalled,
    alarm(device, reason) {
      counters.alarms.inc({ reason });
      const fields = { device_id: device.id, tenant_id: device.tenantId, reason };
      logger.error('device.unhealthy', fields, 'A linked device cannot go on by itself.');
    },
    report: (device, event, error, sentence) => logger.warn(event, { device_id: device.id, err: error }, sentence),
    random: Math.random,
    now,
  };
}

/** Builds every use case of the service. */
export function makeUseCases(parts: PairingParts) {
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
      rootKey: environment.PARLEY_WHATSAPP_WEB_ROOT_KEY,
      cipher,
      dispatchers,
      lookup: providerLookup(environment.PARLEY_DNS_SERVERS),
      keepAliveMs: parts.keepAliveMs,
    });
  const ready: Ready = { ...parts, network, now, lease: times, counters };
  const reading = mapDatabaseErrorsWithPrisma(database);
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
    report: (event, error, sentence) => logger.warn(event, { err: error }, sentence),
    onLeaseLost(deviceId) {
      counters.leasesLost.inc();
      logger.warn(
        'device.lease-lost',
        { device_id: deviceId },
        'The lease of a device ended: its connection is closed.',
      );
    },
    announceFree: () => bus.publishHint(devicesFree, {}),
    now,
  });
  const presence = holdPresence({
    database,
    service: PRESENCE_SERVICE,
    worker,
    onLockFailed: (error) => logger.warn('worker-presence.lock-failed', { err: error }, LOCK_FAILED),
    ...(times.presenceGraceMs === undefined ? {} : { graceMs: times.presenceGraceMs }),
  });
  presence.onLost(registry.cutOff);
  presence.onBack(() => {
    registry
      .back()
      .catch((error: unknown) =>
        logger.warn('device-leases.confirm-failed', { err: error }, 'The leases of devices could not be confirmed.'),
      );
  });
  const findSession = makeFindSession(devices);
  const asking = makeLeaseStore(reading, { workerId: worker, leaseMs: times.leaseMs });
  const publicUrl = publicUrlOf(environment);
  const pages = makePairAddress(publicUrl, cipher);
  const once = makeOnce({ database, cipher });
  const page = makePairPage({ address: pages, find: devices.find, isTenantActive: devices.isTenantActive, now });
  const create = makeCreateSession({
    ...makeSessionStore(reading),
    pages,
    maxWaiting: environment.PARLEY_MAX_UNPAIRED_SESSIONS,
    now,
  });
  const acts = makeActOnDevice({
    findSession,
    findForRemoval: makeFindForRemoval(devices),
    findDevice: devices.find,
    page,
    route: makeRouteToHolder({ workerId: worker, registry, leases: asking, bus }),
    once,
    link: makeLinkDevice({
      share: makeShareWaiting(),
      drawQr: (text) => toDataURL(text, { margin: 2, width: 320 }),
      now,
    }),
    send: makeSendDeviceMessage({
      network,
      sends,
      openFile: makeOpenWebFile(egress),
      openUpload: makeOpenUploadedFile(bus),
      count: (outcome) => counters.sends.inc({ outcome }),
      now,
    }),
  });

  return {
    createSession: once(createSession, (input, context) => create(callerOf(context), input)),
    sessionStatus: makeSessionStatus(findSession, pages, now),
    listDevices: makeListDevices({ list: (after, count) => listDevicesOfAll(reading, after, count) }),
    page,
    acts,
    eraseData: makeEraseData({
      forgetSendsTo: (person) => forgetSendsTo(reading, person),
      forgetPeer: (person) => forgetPeer(reading, person),
      findLive: (tenantId, count) => findLiveDevices(reading, tenantId, count),
      async logOut(tenantId, deviceId, context) {
        await acts.removeDevice({ tenantId, externalId: String(deviceId), reason: 'dashboard' }, context);
      },
      removeDevices: (tenantId, isForced) => removeDevices(reading, tenantId, isForced),
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
      const { byStatus, silent, restricted } = await makeDeviceStore(database).countStates(now());
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
