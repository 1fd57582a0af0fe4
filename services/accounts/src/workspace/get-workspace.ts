import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { getWorkspace as contract } from '@parley/common/contracts/console/workspace-settings';
import type { AccountsService } from '../service.ts';
import { toSettingsView } from './settings.rules.ts';
import { findSettings } from './settings.store.ts';

/** The settings of the caller's workspace (docs/reference/console.md#settings). */
export const getWorkspace = verb(contract, async ({ database, environment }: AccountsService, _input, context) => {
  const settings = await findSettings(database.prisma, tenantIdOf(context));
  return toSettingsView(settings, environment.PARLEY_RETENTION_DAYS ?? null);
});
