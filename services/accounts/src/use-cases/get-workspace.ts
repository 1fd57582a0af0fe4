import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { getWorkspace as contract } from '@parley/common/contracts/console/workspace-settings';
import type { OutputOf } from '@parley/common/define-contract';
import { toSettingsView } from '../domain/workspace-settings.ts';
import type { AccountsService } from '../service.ts';
import { findSettings } from '../storage/settings-store.ts';

/** The settings of the caller's workspace (docs/reference/console.md#settings). */
export async function getWorkspace(
  { database, environment }: AccountsService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const settings = await findSettings(database.prisma, tenantIdOf(context));
  return toSettingsView(settings, environment.PARLEY_RETENTION_DAYS ?? null);
}
