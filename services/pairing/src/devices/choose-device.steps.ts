import { type CallContext, callerOf } from '@parley/common/call-context';
import { AppError, invalidField } from '@parley/common/errors';
import type { PairingService } from '../service.ts';
import { chooseAccount } from './chosen-account.rules.ts';
import { listWdAccounts } from './chosen-account.store.ts';
import { findLinkedDevice } from './device.steps.ts';

/** The linked phone of a request: the input of a directed contract, and the device behind it. */
export interface ChosenDevice {
  tenantId: number;
  externalId: string;
  deviceId: number;
}

/** The linked phone of the caller that `from` names, else the first. Errors: invalid_from, not_connected. */
export async function chooseDevice(
  service: Pick<PairingService, 'database'>,
  context: CallContext,
  from: string | undefined,
): Promise<ChosenDevice> {
  const { tenantId } = callerOf(context);
  const accounts = await listWdAccounts(service.database, tenantId);
  const account = chooseAccount(accounts, from ?? null);
  if (!account) {
    if (accounts.length === 0) throw new AppError('not_connected');
    throw invalidField('from', 'from names no connected linked phone: use an id, number or label of ?action=channels.');
  }
  const { externalId } = account;
  const { id: deviceId } = await findLinkedDevice(service, tenantId, externalId);
  return { tenantId, externalId, deviceId };
}
