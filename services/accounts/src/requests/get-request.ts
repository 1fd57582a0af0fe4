import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { getRequest as contract } from '@parley/common/contracts/console/request-log';
import { AppError, adviceOn } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { toRequestView } from './request.rules.ts';
import { findRequest } from './request.store.ts';

/** Errors: unknown_request. */
export const getRequest = verb(contract, async ({ database }: AccountsService, { requestId }, context) => {
  const found = await findRequest(database.prisma, tenantIdOf(context), requestId);
  if (!found) throw new AppError('unknown_request');
  const { address, body, answer, code } = found;
  return { ...toRequestView(found), address, body, answer, advice: code === null ? null : adviceOn(code) };
});
