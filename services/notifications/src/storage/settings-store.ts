import type { PrismaDatabase } from '@parley/database/map-database-errors';

/** Notification settings of a tenant; accounts are encrypted. */
export interface StoredSettings {
  unattendedMinutes: number;
  smtpUrl: string | null;
  mailFrom: string | null;
  smsAccount: string | null;
}

const SETTINGS = { unattendedMinutes: true, smtpUrl: true, mailFrom: true, smsAccount: true } as const;
export const DEFAULTS: StoredSettings = { unattendedMinutes: 10, smtpUrl: null, mailFrom: null, smsAccount: null };

/** The settings of a tenant, or the defaults. */
export async function findSettings({ prisma }: Pick<PrismaDatabase, 'prisma'>, tenantId: number) {
  return (await prisma.notificationSettings.findUnique({ where: { tenantId }, select: SETTINGS })) ?? DEFAULTS;
}

/** Undefined members stay unchanged. */
export async function saveSettings(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
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
