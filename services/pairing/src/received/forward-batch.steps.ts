import { type DeviceItem, storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import { makeId } from '@parley/common/ids';
import { isolateRefused } from '@parley/database/batches/isolate-refused';
import { splitBySize } from '@parley/database/batches/split-by-size';
import { quarantine, refusalReason } from '@parley/messaging/quarantine';
import type { InboundBatch, SetAside } from '../devices/device-network.rules.ts';
import { externalIdOf, type LinkedDevice } from '../devices/linked-device.rules.ts';
import { updateHabit } from '../health/health.steps.ts';
import { findMessageIds } from '../sends/send.store.ts';
import type { PairingService } from '../service.ts';
import { isRefusedForGood, relateItems } from './device-item.rules.ts';

/** Limits of one call of services/inbound: below NATS's default limit of a message (1 MiB). */
const ONE_CALL = { maxItems: 200, maxBytes: 768 * 1024 };

/** Messages within this interval count once for the habit. */
const UPDATE_EVERY_MS = 5000;

/**
 * Forwards received items to services/inbound in order, and settles the batch. An item that is refused because of its
 * content goes to the quarantine, and later ones are stored. `tries` is the number of this attempt.
 */
export async function forwardBatch(
  service: PairingService,
  device: LinkedDevice,
  { items, settle }: InboundBatch,
  tries: number,
): Promise<void> {
  for (const part of splitBySize(items, ONE_CALL))
    await isolateRefused(part, {
      run: (some) => store(service, device, some),
      isRefused: (error) => isRefusedForGood(error, tries),
      async setAside(item, error) {
        const element = { kind: item.kind, reason: refusalReason(error), payload: JSON.stringify(item) };
        await quarantineElements(service, device, [{ source: 'device', ...element }]);
      },
    });
  await settle();
}

/** Keeps elements of a device that cannot be read or stored, for an operator; durable when it resolves. */
export async function quarantineElements(
  { rawDatabase, cipher, metrics, logger }: PairingService,
  device: LinkedDevice,
  elements: readonly SetAside[],
): Promise<void> {
  const owner = { tenantId: device.tenantId, channel: 'wd' as const, externalId: externalIdOf(device) };
  const owned = elements.map((element) => ({ ...element, ...owner }));
  await quarantine(rawDatabase, cipher, owned);
  for (const { source, kind, reason } of elements) {
    metrics.quarantined.inc({ source, kind });
    logger.error(
      'device-element.quarantined',
      { device_id: device.id, tenant_id: device.tenantId, kind, reason },
      'A received element could not be stored; it is in the quarantine.',
    );
  }
}

async function store(service: PairingService, device: LinkedDevice, given: readonly DeviceItem[]): Promise<void> {
  const ids = [...new Set(given.map((item) => item.providerMessageId))];
  const items = relateItems(given, await findMessageIds(service.rawDatabase, device.id, ids));
  if (items.length === 0) return;
  const input = { tenantId: device.tenantId, externalId: externalIdOf(device), items };
  await service.bus.call(storeDeviceItems, input, { requestId: makeId('req') });
  recordActivity(service, device, items);
}

/** Counts stored items. Messages update the habit of their device in the background. */
function recordActivity(service: PairingService, device: LinkedDevice, items: readonly DeviceItem[]): void {
  const { metrics, logger, habitUpdatedAt } = service;
  for (const { kind } of items) metrics.heard.inc({ kind });
  if (!items.some(({ kind }) => kind === 'message' || kind === 'echo')) return;
  const now = service.now();
  if (now.getTime() - (habitUpdatedAt.get(device.id) ?? 0) < UPDATE_EVERY_MS) return;
  habitUpdatedAt.set(device.id, now.getTime());
  updateHabit(service, device, now).catch((error: unknown) =>
    logger.warn('device-health.unstored', { err: error }, 'The health of a device could not be stored.'),
  );
}
