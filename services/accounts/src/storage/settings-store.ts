import { Language } from '@parley/common/contracts/console/my-account';
import { BusinessHours } from '@parley/common/contracts/console/workspace-settings';
import { JSON_NULL } from '@parley/database/json-null';
import type { Prisma } from '@parley/prisma/client';
import type { WorkspaceLogo } from '../domain/workspace-logo.ts';
import type { SettingsChanges, WorkspaceSettings } from '../domain/workspace-settings.ts';

const SETTINGS = {
  slug: true,
  name: true,
  logoVersion: true,
  language: true,
  timeZone: true,
  retentionDays: true,
  businessHours: true,
  awayMessage: true,
  satisfactionQuestion: true,
} as const;

type Client = Prisma.TransactionClient;

type StoredChanges = Omit<SettingsChanges, 'logo'> & { logo?: WorkspaceLogo | null | undefined };

const toSettings = (row: Prisma.TenantGetPayload<{ select: typeof SETTINGS }>): WorkspaceSettings => ({
  ...row,
  language: Language.nullable().parse(row.language),
  businessHours: BusinessHours.nullable().parse(row.businessHours),
});

/** Throws when there is no such tenant. */
export async function findSettings({ tenant }: Client, id: number): Promise<WorkspaceSettings> {
  return toSettings(await tenant.findUniqueOrThrow({ where: { id }, select: SETTINGS }));
}

/** Returns all settings after the change. Throws when there is no such tenant. */
export async function saveSettings(
  { tenant }: Client,
  id: number,
  { businessHours, logo, ...changes }: StoredChanges,
): Promise<WorkspaceSettings> {
  const data = {
    ...changes,
    ...(businessHours !== undefined && { businessHours: businessHours ?? JSON_NULL }),
    ...(logo !== undefined && { logo: logo && new Uint8Array(logo.image), logoVersion: logo?.version ?? null }),
  };
  return toSettings(await tenant.update({ where: { id }, data, select: SETTINGS }));
}

/** The logo of a tenant; null where it is not of this version. */
export async function findLogo({ tenant }: Client, id: number, version: string): Promise<Uint8Array | null> {
  const found = await tenant.findFirst({ where: { id, logoVersion: version }, select: { logo: true } });
  return found?.logo ?? null;
}
