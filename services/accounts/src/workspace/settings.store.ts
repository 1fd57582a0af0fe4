import { ConsentWords } from '@parley/common/consent/consent-words';
import { BusinessHours } from '@parley/common/contracts/console/workspace-settings';
import { AppError } from '@parley/common/errors';
import { storedLanguage } from '@parley/common/languages/languages';
import { JSON_NULL } from '@parley/database/statements/json-null';
import type { Prisma } from '@parley/prisma/client';
import type { SettingsChanges, WorkspaceLogo, WorkspaceSettings } from './settings.rules.ts';

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
  language: storedLanguage(row.language),
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

/** A tenant's own words. Errors: unknown_tenant. */
export async function findConsentWords({ tenant }: Client, slug: string): Promise<ConsentWords> {
  const found = await tenant.findUnique({ where: { slug }, select: { consentWords: true } });
  if (!found) throw new AppError('unknown_tenant');
  return found.consentWords === null ? { stop: null, start: null } : ConsentWords.parse(found.consentWords);
}

/** Null for both lists stores null, so that the tenant follows changes of the defaults. */
export async function saveConsentWords({ tenant }: Client, slug: string, words: ConsentWords): Promise<void> {
  const isDefault = words.stop === null && words.start === null;
  await tenant.updateMany({ where: { slug }, data: { consentWords: isDefault ? JSON_NULL : words } });
}
