import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { updateWorkspace as contract } from '@parley/common/contracts/console/workspace-settings';
import type { AccountsService } from '../service.ts';
import { readLogo, requireRetention, toSettingsView } from './settings.rules.ts';
import { findSettings, saveSettings } from './settings.store.ts';

/** A shorter retention erases older messages within minutes. Errors: invalid_retention_days, invalid_logo. */
export const updateWorkspace = verb(
  contract,
  async ({ database, environment }: AccountsService, { logo, ...changes }, context) => {
    const tenantId = tenantIdOf(context);
    const deploymentDays = environment.PARLEY_RETENTION_DAYS ?? null;
    const { retentionDays: held } = await findSettings(database.prisma, tenantId);
    requireRetention(changes.retentionDays, { held, deploymentDays });
    const read = typeof logo === 'string' ? readLogo(logo) : logo;
    return toSettingsView(await saveSettings(database.prisma, tenantId, { ...changes, logo: read }), deploymentDays);
  },
);
