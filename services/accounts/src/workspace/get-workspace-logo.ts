import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { getWorkspaceLogo as contract } from '@parley/common/contracts/console/workspace-settings';
import type { AccountsService } from '../service.ts';
import { findLogo } from './settings.store.ts';

/** The logo of the caller's workspace (docs/reference/console.md#settings). */
export const getWorkspaceLogo = verb(contract, async ({ database }: AccountsService, { version }, context) => {
  const logo = await findLogo(database.prisma, tenantIdOf(context), version);
  return { image: logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}` };
});
