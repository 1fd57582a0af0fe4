import type { Cipher } from '@parley/database/encryption';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { LinkedDevice } from '../devices/linked-device.rules.ts';
import { type DeviceProxy, readProxy, writeProxy } from './proxy.rules.ts';

type Rows = Pick<PrismaDatabase['prisma'], 'device'>;

const PURPOSE = 'device_proxy';

/** The stored form of a proxy. */
export const sealProxy = (cipher: Pick<Cipher, 'encrypt'>, proxy: DeviceProxy): string =>
  cipher.encrypt(writeProxy(proxy), PURPOSE);

/** The proxy of its stored form. */
export const unsealProxy = (cipher: Pick<Cipher, 'decrypt'>, sealed: string | null): DeviceProxy | null =>
  sealed === null ? null : readProxy(cipher.decrypt(sealed, PURPOSE));

/** A device's proxy, and whether the device exists. */
export interface FoundProxy {
  proxy: DeviceProxy | null;
}

/** The present proxy of a device, even a deleted one; null when the tenant has no such device. */
export async function findProxy(
  prisma: Rows,
  cipher: Pick<Cipher, 'decrypt'>,
  { tenantId, id }: Pick<LinkedDevice, 'tenantId' | 'id'>,
): Promise<FoundProxy | null> {
  const row = await prisma.device.findFirst({ where: { tenantId, id }, select: { proxy: true } });
  return row && { proxy: unsealProxy(cipher, row.proxy) };
}

/** Stores the proxy of a device; call it in a transaction that has locked the device. */
export async function writeDeviceProxy(
  prisma: Rows,
  { tenantId, id }: Pick<LinkedDevice, 'tenantId' | 'id'>,
  sealed: string | null,
): Promise<void> {
  await prisma.device.updateMany({ where: { tenantId, id }, data: { proxy: sealed } });
}
