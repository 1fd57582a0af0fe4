import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { getSingleSignOn as contract } from '@parley/common/contracts/console/single-sign-on';
import { AppError } from '@parley/common/errors';
import { publicUrlOf } from '@parley/runtime/environment';
import type { AccountsService } from '../service.ts';
import { findIssuer } from './issuer.store.ts';
import { toSingleSignOnView } from './single-sign-on.rules.ts';

/** Errors: unknown_single_sign_on. */
export const getSingleSignOn = verb(contract, async ({ database, environment }: AccountsService, _input, context) => {
  const found = await findIssuer(database.prisma, tenantIdOf(context));
  if (!found) throw new AppError('unknown_single_sign_on');
  return toSingleSignOnView(found, { publicUrl: publicUrlOf(environment), slug: memberOf(context).tenantSlug ?? '' });
});
