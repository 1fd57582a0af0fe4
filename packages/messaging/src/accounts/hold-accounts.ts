import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { StoredAccount } from './account-row.ts';

type Rows = Pick<PrismaTransaction['prisma'], 'channelAccount'>;

export type HeldAccount = Omit<StoredAccount, 'id' | 'connectedAt' | 'offlineSince'> & { claimedUntil: Date };

/** Reserves an account without a row while its provider is called; returns its id. */
export async function insertHeldAccount(prisma: Rows, account: HeldAccount): Promise<number> {
  const data = { ...account, status: 'connecting' };
  return (await prisma.channelAccount.create({ data, select: { id: true } })).id;
}

/** Reserves an account that has a row, with the credentials of this authorization. */
export async function holdAccountAgain(
  prisma: Rows,
  { id, ...held }: Pick<HeldAccount, 'wabaId' | 'credentials' | 'claimedUntil'> & { id: number },
): Promise<void> {
  await prisma.channelAccount.updateMany({ where: { id }, data: { ...held, status: 'connecting' } });
}

const released = (credentials: string) => ({ status: 'disconnected', claimedUntil: null, credentials });

/** Releases accounts that were not connected, unless another request has reserved them since. */
export async function releaseHeldAccount(
  prisma: Rows,
  { id, claimedUntil, emptyCredentials }: { id: number; claimedUntil: Date; emptyCredentials: string },
): Promise<void> {
  const where = { id, status: 'connecting', claimedUntil };
  await prisma.channelAccount.updateMany({ where, data: released(emptyCredentials) });
}

/** Ends the expired holds of locked rows. */
export async function endHoldsById(prisma: Rows, ids: readonly number[], emptyCredentials: string): Promise<void> {
  if (ids.length === 0) return;
  await prisma.channelAccount.updateMany({ where: { id: { in: [...ids] } }, data: released(emptyCredentials) });
}
