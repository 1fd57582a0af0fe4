import { Language } from '@parley/common/contracts/console/my-account';
import type { Prisma } from '@parley/prisma/client';
import type { SettingsChanges, WorkspaceSettings } from '../domain/workspace-settings.ts';

const SETTINGS = { slug: true, name: true, language: true, timeZone: true, retentionDays: true } as const;

type Client = Prisma.TransactionClient;

/** Throws when there is no such tenant. */
export async function findSettings({ tenant }: Client, id: number): Promise<WorkspaceSettings> {
  const found = await tenant.findUniqueOrThrow({ where: { id }, select: SETTINGS });
  return { ...found, language: Language.nullable().parse(found.language) };
}

/** Returns all settings after the change. Throws when there is no such tenant. */
export async function saveSettings({ tenant }: Client, id: number, data: SettingsChanges): Promise<WorkspaceSettings> {
  const saved = await tenant.update({ where: { id }, data, select: SETTINGS });
  return { ...saved, language: Language.nullable().parse(saved.language) };
}
