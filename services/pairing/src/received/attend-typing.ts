import { isHeld } from '../leases/held-device.client.ts';
import type { PairingService } from '../service.ts';
import { findTypingTenants } from './typing.store.ts';

/**
 * Shows the devices of tenants with a key that subscribes to `contact.typing` as online, and the others as offline: the
 * network reports typing only to devices that are online (docs/reference/wd.md#typing).
 */
export async function attendTyping({ rawDatabase, devices }: PairingService): Promise<void> {
  const held = [...devices.byId.values()].filter(isHeld);
  if (held.length === 0) return;
  const asking = await findTypingTenants(rawDatabase, [...new Set(held.map(({ device }) => device.tenantId))]);
  // A failed call is repeated by the next run.
  await Promise.allSettled(
    held.map(({ device, connection }) => connection.openSocket()?.attendTyping(asking.has(device.tenantId))),
  );
}
