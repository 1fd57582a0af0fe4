import type { BusinessHours, updateWorkspace } from '@parley/common/contracts/console/workspace-settings';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import type { Tenant } from './tenant.ts';

/** The settings of a workspace as they are stored. */
export interface WorkspaceSettings extends Pick<Tenant, 'slug' | 'name' | 'retentionDays'> {
  language: 'en' | 'ar' | null;
  timeZone: string | null;
  logoVersion: string | null;
  businessHours: BusinessHours | null;
  awayMessage: string | null;
  satisfactionQuestion: string | null;
}

export type SettingsChanges = InputOf<typeof updateWorkspace>;

/**
 * An owner keeps messages for as long as the deployment does, or shorter. Only the operator grants more
 * (docs/reference/console.md#settings). Errors: invalid_retention_days.
 */
export function requireRetention(
  days: number | null | undefined,
  { held, deploymentDays }: { held: number | null; deploymentDays: number | null },
): void {
  if (days === undefined || days === null || days === held || deploymentDays === null || days <= deploymentDays) return;
  throw invalidField('retention_days', `must be at most ${deploymentDays}, the retention of this deployment`);
}

export const toSettingsView = (
  settings: WorkspaceSettings,
  deploymentDays: number | null,
): OutputOf<typeof updateWorkspace> => ({ ...settings, deploymentRetentionDays: deploymentDays });
