import { AppError, invalidField } from '@parley/common/errors';
import { findNumberNamed } from '../domain/find-number.ts';
import { type TemplateNumber, templateNumberOf } from '../domain/template-number.ts';
import type { ChannelConnectService } from '../service.ts';
import { listConnected } from '../storage/account-store.ts';

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
  return templateNumberOf(account, numbers, cipher);
}
