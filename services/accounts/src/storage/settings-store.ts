import { Language } from '@parley/common/contracts/console/my-account';
import type { Prisma } from '@parley/prisma/client';
import type { SettingsChanges, WorkspaceSettings } from '../domain/workspace-settings.ts';

const SETTINGS = { slug: true, name: true, language: true, timeZone: true, retentionDays: true } as const;

type Client = Prisma.TransactionClient;

const toSettings = (row: Prisma.TenantGetPayload<{ select: typeof SETTINGS }>): WorkspaceSettings => ({
  ...row,
  language: Language.nullable().parse(row.language),
});

/** Throws when there is no such tenant. */
export async function findSettings({ tenant }: Client, id: number): Promise<WorkspaceSettings> {
  return toSettings(await tenant.findUniqueOrThrow({ where: { id }, select: SETTINGS }));
}

/** Returns all settings after the change. Throws when there is no such tenant. */
export async function saveSettings({ tenant }: Client, id: number, data: SettingsChanges): Promise<WorkspaceSettings> {
  return toSettings(await tenant.update({ where: { id }, data, select: SETTINGS }));
}
