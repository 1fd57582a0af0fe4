import type { storeDeviceItems as contract } from '@parley/common/contracts/internal/store-device-items';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { readDeviceItem } from '../domain/read-device-items.ts';
import type { InboundService } from '../service.ts';
import { findDeviceAccount } from './find-device-account.ts';
import { storeItems } from './store-items.ts';

/**
 * Stores the items that a linked device received, in order, and answers after the commit. Repeats have no effect; items
 * of a removed connection are stored as unknown. Errors: service_unavailable.
 */
export async function storeDeviceItems(
  service: InboundService,
  { tenantId, externalId, items }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const account = await findDeviceAccount(service, { tenantId, externalId });
  const device = { externalId, number: account?.number ?? null };
  await storeItems(
    service,
    items.map((item) => readDeviceItem(item, device)),
  );
  return { stored: items.length };
}
