import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import { AppError } from '@parley/common/errors';
import { openWa } from '../connecting/credentials.rules.ts';
import type { ChannelConnectService } from '../service.ts';
import { findConnectedNumber } from './number.store.ts';

/** A connected wa number of the caller's workspace, with its token. */
export interface OwnNumber {
  accountId: number;
  phoneNumberId: string;
  token: string;
}

/** The caller's connected number with this id of the platform. Errors: not_connected. */
export async function findOwnNumber(
  { database, cipher }: Pick<ChannelConnectService, 'database' | 'cipher'>,
  context: CallContext,
  phoneNumberId: string,
): Promise<OwnNumber> {
  const found = await findConnectedNumber(database, tenantIdOf(context), phoneNumberId);
  if (!found) throw new AppError('not_connected');
  return { accountId: found.id, phoneNumberId, token: openWa(cipher, found.credentials) };
}
