import { type DeviceItem, storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import { makeId } from '@parley/common/ids';
import { isolateRefused } from '@parley/database/isolate-refused';
import { splitBySize } from '@parley/database/split-by-size';
import { refusalReason } from '@parley/messaging/quarantine';
import type { InboundBatch } from '../domain/device-network.ts';
import { isRefusedForGood } from '../domain/item-failure.ts';
import { externalIdOf, type LinkedDevice } from '../domain/linked-device.ts';
import { relateItems } from '../domain/relate-items.ts';
import type { PairingService } from '../service.ts';
import { findMessageIds } from '../storage/send-store.ts';
import { noteHeard } from './note-heard.ts';
import { quarantineElements } from './quarantine-elements.ts';

/** Limits of one call of services/inbound: below NATS's default limit of a message (1 MiB). */
const ONE_CALL = { maxItems: 200, maxBytes: 768 * 1024 };

async function store(service: PairingService, device: LinkedDevice, given: readonly DeviceItem[]): Promise<void> {
  const ids = [...new Set(given.map((item) => item.providerMessageId))];
  const items = relateItems(given, await findMessageIds(service.rawDatabase, device.id, ids));
  if (items.length === 0) return;
  const input = { tenantId: device.tenantId, externalId: externalIdOf(device), items };
  await service.bus.call(storeDeviceItems, input, { requestId: makeId('req') });
  noteHeard(service, device, items);
}

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
