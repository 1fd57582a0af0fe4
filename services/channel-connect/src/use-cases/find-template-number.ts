import { AppError, invalidField } from '@parley/common/errors';
import type { ChannelAccount } from '../domain/channel-account.ts';
import { openWa } from '../domain/credentials.ts';
import { findNumberNamed } from '../domain/find-number.ts';
import type { ChannelConnectService } from '../service.ts';
import { listConnected } from '../storage/account-store.ts';

/** A number with templates, and its access to them. */
export interface TemplateNumber {
  account: ChannelAccount;
  wabaId: string;
  accessToken: string;
  /** Every number of the tenant with the same templates, this one included. */
  sharing: ChannelAccount[];
}

/** The number that `from` names, else the tenant's first. Errors: not_connected, invalid_from. */
export async function findTemplateNumber(
  { database, cipher }: ChannelConnectService,
  tenantId: number,
  from: string | undefined,
): Promise<TemplateNumber> {
  const numbers = await listConnected(database, tenantId, ['wa']);
  if (numbers.length === 0) throw new AppError('not_connected', { message: 'No wa number is connected.' });
  const account = findNumberNamed(numbers, from ?? null);
  if (!account) throw invalidField('from', 'from must be the id, number or label of a connected wa number.');
  const { wabaId } = account;
  if (wabaId === null) throw new Error(`The wa account ${account.id} has no WABA.`);
  const sharing = numbers.filter((number) => number.wabaId === wabaId);
  return { account, wabaId, accessToken: openWa(cipher, account.credentials), sharing };
}
