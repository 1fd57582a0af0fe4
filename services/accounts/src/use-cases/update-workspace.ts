import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { updateWorkspace as contract } from '@parley/common/contracts/console/workspace-settings';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { readLogo } from '../domain/workspace-logo.ts';
import { requireRetention, toSettingsView } from '../domain/workspace-settings.ts';
import type { AccountsService } from '../service.ts';
import { findSettings, saveSettings } from '../storage/settings-store.ts';

/** A shorter retention erases older messages within minutes. Errors: invalid_retention_days, invalid_logo. */
export async function updateWorkspace(
  { database, environment }: AccountsService,
  { logo, ...changes }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  const deploymentDays = environment.PARLEY_RETENTION_DAYS ?? null;
  const { retentionDays: held } = await findSettings(database.prisma, tenantId);
  requireRetention(changes.retentionDays, { held, deploymentDays });
  const read = typeof logo === 'string' ? readLogo(logo) : logo;
  return toSettingsView(await saveSettings(database.prisma, tenantId, { ...changes, logo: read }), deploymentDays);
}
