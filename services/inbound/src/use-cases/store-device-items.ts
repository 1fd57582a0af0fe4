import type { storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { ConnectedAccount } from '../domain/connected-account.ts';
import { readDeviceItem } from '../domain/read-device-items.ts';
import { accountKey } from '../storage/account-store.ts';
import type { StoreItems } from './store-items.ts';

export interface StoreDeviceItemsDeps {
  findAccounts(named: ReadonlySet<string>): Promise<Map<string, ConnectedAccount>>;
  storeItems: StoreItems['store'];
}

/**
 * Commits what a linked device heard, in its order, and answers after the commit. What is handed over again is told once;
 * what comes for a connection that is gone is kept as unknown. Errors: service_unavailable.
 */
export function makeStoreDeviceItems({ findAccounts, storeItems }: StoreDeviceItemsDeps) {
  return async ({
    tenant_id: tenantId,
    external_id: externalId,
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
