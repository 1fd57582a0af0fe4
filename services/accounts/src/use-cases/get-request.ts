import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { getRequest as contract } from '@parley/common/contracts/console/request-log';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { toRequestView } from '../domain/logged-request.ts';
import type { AccountsService } from '../service.ts';
import { findRequest } from '../storage/request-store.ts';

/** Errors: unknown_request. */
export async function getRequest(
  { database }: AccountsService,
  { requestId }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const found = await findRequest(database.prisma, tenantIdOf(context), requestId);
  if (!found) throw new AppError('unknown_request');
  return { ...toRequestView(found), address: found.address, body: found.body };
}
