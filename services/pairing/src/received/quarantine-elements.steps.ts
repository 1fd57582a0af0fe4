import { quarantine } from '@parley/messaging/quarantine';
import type { SetAside } from '../devices/device-network.rules.ts';
import { externalIdOf, type LinkedDevice } from '../devices/linked-device.rules.ts';
import type { PairingService } from '../service.ts';

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
