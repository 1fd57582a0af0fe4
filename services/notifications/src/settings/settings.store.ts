import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { DEFAULT_SETTINGS, type StoredSettings } from './settings.rules.ts';

type Rows = Pick<PrismaDatabase['prisma'], 'notificationSettings'>;
const SETTINGS = { unattendedMinutes: true, smtpUrl: true, mailFrom: true, smsAccount: true } as const;

/** The settings of a tenant, or the defaults; the deployment (null) always has the defaults. */
export async function findSettings(prisma: Rows, tenantId: number | null): Promise<StoredSettings> {
  if (tenantId === null) return DEFAULT_SETTINGS;
  const settings = await prisma.notificationSettings.findUnique({ where: { tenantId }, select: SETTINGS });
  return settings ?? DEFAULT_SETTINGS;
}

/** Undefined members stay unchanged. */
export async function saveSettings(
  prisma: Rows,
  tenantId: number,
  changes: { [Name in keyof StoredSettings]?: StoredSettings[Name] | undefined },
): Promise<void> {
  const data = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  await prisma.notificationSettings.upsert({
    where: { tenantId },
    create: { tenantId, ...data },
    update: data,
    select: { tenantId: true },
  });
}
