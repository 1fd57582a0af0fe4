import type { storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { accountKey, type ConnectedAccount } from '../domain/connected-account.ts';
import { readDeviceItem } from '../domain/read-device-items.ts';
import type { StoreItems } from './store-items.ts';

export interface StoreDeviceItemsDeps {
  findAccounts(named: ReadonlySet<string>): Promise<Map<string, ConnectedAccount>>;
  storeItems: StoreItems['store'];
}

/**
 * Stores the items that a linked device received, in order, and answers after the commit. Repeats have no effect; items
 * of a removed connection are stored as unknown. Errors: service_unavailable.
 */
export function makeStoreDeviceItems({ findAccounts, storeItems }: StoreDeviceItemsDeps) {
  return async ({
    tenantId,
    externalId,
    items,
  }: InputOf<typeof storeDeviceItems>): Promise<OutputOf<typeof storeDeviceItems>> => {
    const key = accountKey('wd', externalId);
    const account = (await findAccounts(new Set([key]))).get(key);
    if (account && account.tenantId !== tenantId)
      throw new Error(`Connection ${externalId} is not of tenant ${tenantId}.`);
    const device = { externalId, number: account?.number ?? null };
    await storeItems(items.map((item) => readDeviceItem(item, device)));
    return { stored: items.length };
  };
}
