import { verb } from '@parley/bus/verb';
import { storeDeviceItems as contract } from '@parley/common/contracts/internal/store-device-items';
import { storeItems } from '../batch/store-items.steps.ts';
import type { InboundService } from '../service.ts';
import { findDeviceAccount } from './find-device-account.steps.ts';
import { readDeviceItem } from './read-device-items.rules.ts';

/**
 * Stores the items that a linked device received, in order, and answers after the commit. Repeats have no effect; items
 * of a removed connection are stored as unknown. Errors: service_unavailable.
 */
export const storeDeviceItems = verb(contract, async (service: InboundService, { tenantId, externalId, items }) => {
  const account = await findDeviceAccount(service, { tenantId, externalId });
  const device = { externalId, number: account?.number ?? null };
  await storeItems(
    service,
    items.map((item) => readDeviceItem(item, device)),
  );
  return { stored: items.length };
});
