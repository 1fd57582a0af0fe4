import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { getSingleSignOn as contract } from '@parley/common/contracts/console/single-sign-on';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { publicUrlOf } from '@parley/runtime/environment';
import { toSingleSignOnView } from '../domain/single-sign-on.ts';
import type { AccountsService } from '../service.ts';
import { findIssuer } from '../storage/issuer-store.ts';

/** Errors: unknown_single_sign_on. */
export async function getSingleSignOn(
  { database, environment }: AccountsService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const found = await findIssuer(database.prisma, tenantIdOf(context));
  if (!found) throw new AppError('unknown_single_sign_on');
  return toSingleSignOnView(found, { publicUrl: publicUrlOf(environment), slug: memberOf(context).tenantSlug ?? '' });
}
