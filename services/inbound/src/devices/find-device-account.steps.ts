import type { ConnectedAccount } from '../batch/account.rules.ts';
import { findConnectedAccount } from '../batch/account.store.ts';
import type { InboundService } from '../service.ts';

/** The account of a linked device's connection; undefined when the connection is removed. Throws for another tenant's. */
export async function findDeviceAccount(
  { database }: Pick<InboundService, 'database'>,
  { tenantId, externalId }: { tenantId: number; externalId: string },
): Promise<ConnectedAccount | undefined> {
  const account = await findConnectedAccount(database, 'wd', externalId);
  if (account && account.tenantId !== tenantId)
    throw new Error(`Connection ${externalId} is not of tenant ${tenantId}.`);
  return account;
}
