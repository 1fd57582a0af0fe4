import { makeId } from '@parley/common/ids';
import type { MessageLimits } from '@parley/common/message-limits';
import type { NotificationChannel } from '@parley/common/notification-kinds';
import { checkPlanLimit, type PlanLimits } from '@parley/common/plan-limits';
import { lockTenant } from '@parley/database/lock-tenant';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { takeMessageRoom } from '@parley/messaging/notify/take-message-room';
import { keptTries, type NewConfirmation } from '../domain/ask-for.ts';
import { fieldsOf, mask, type Recipient, type RecipientFields, WAYS } from '../domain/recipient.ts';
import type { CreateRecipientDeps } from '../use-cases/create-recipient.ts';
import { findTries, lockRecipient, saveConfirmation } from './confirmation-store.ts';
import { addConfirmationJob } from './list-store.ts';
import { lockMember } from './member-store.ts';
import { findRecipient, insertRecipient, updateRecipient } from './recipient-store.ts';

type Transaction = Parameters<Parameters<PrismaDatabase['prismaTransaction']>[0]>[0];

/** Limits of recipients and confirmations (docs/reference/notifications.md#limits). */
export interface RecipientLimits {
  limits: MessageLimits | undefined;
  planLimits: PlanLimits | undefined;
  /** Whether the tenant sends over its own account: it pays for it, so only its addresses are counted. */
  hasOwnAccount(tenantId: number | null, way: NotificationChannel): Promise<boolean>;
}

/** Changes recipients and the confirmations of their addresses in one transaction. */
export const makeRecipientWrites = (
  { prismaTransaction }: Pick<PrismaDatabase, 'prismaTransaction'>,
  { limits, planLimits, hasOwnAccount }: RecipientLimits,
) => {
  /** Read before the transaction: inside it, this would need a second connection of the pool. */
  const findOwnWays = async (tenantId: number | null): Promise<NotificationChannel[]> => {
    const owned = await Promise.all(WAYS.map((way) => hasOwnAccount(tenantId, way)));
    return WAYS.filter((_, index) => owned[index]);
  };

  async function ask(
    transaction: Transaction,
    recipient: Recipient,
    asked: readonly NewConfirmation[],
    { now, ownWays }: { now: Date; ownWays: readonly NotificationChannel[] },
  ) {
    for (const one of asked) {
      const { id: recipientId, tenantId } = recipient;
      const { way, address } = one;
      const before = await findTries(transaction, recipientId, way, now);
      const attempts = keptTries(before, now);
      const isOwnAccount = ownWays.includes(way);
      const purpose = `confirmation-${way}` as const;
      await takeMessageRoom(transaction.sql, { purpose, tenantId, address, now, isOwnAccount }, limits);
      await saveConfirmation(transaction, { recipientId, ...one, attempts, isOwnAccount });
      const job = { id: makeId('ntf'), tenantId, recipientId, way, address: mask(address), now };
      await addConfirmationJob(transaction.sql, job);
    }
  }

  /** The deployment has no plan, because its recipients are the operator's own. */
  async function checkRoom({ sql, prisma }: Transaction, tenantId: number | null): Promise<void> {
    if (tenantId === null) return;
    await lockTenant(sql, tenantId);
    const { plan } = await prisma.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } });
    checkPlanLimit(planLimits, 'recipients', { plan, has: await prisma.recipient.count({ where: { tenantId } }) });
  }

  return {
    insertRecipient: async (
      tenantId: number | null,
      fields: RecipientFields,
      confirmationsOf: (recipient: Recipient) => NewConfirmation[],
      now: Date,
    ): Promise<Recipient> => {
      const ownWays = await findOwnWays(tenantId);
      return prismaTransaction(async (transaction) => {
        await checkRoom(transaction, tenantId);
        const made = await insertRecipient(transaction.prisma, tenantId, fields, { createdAt: now });
        await ask(transaction, made, confirmationsOf(made), { now, ownWays });
        return made;
      });
    },

    insertMemberRecipient: async (
      of: { tenantId: number | null; memberId: string },
      fieldsOfMember: Parameters<CreateRecipientDeps['insertMemberRecipient']>[1],
      confirmationsOf: (recipient: Recipient) => NewConfirmation[],
      now: Date,
    ): Promise<Recipient | 'exists' | null> => {
      const ownWays = await findOwnWays(of.tenantId);
      return prismaTransaction(async (transaction) => {
        await checkRoom(transaction, of.tenantId);
        const member = await lockMember(transaction, of);
        if (!member) return null;
        if (member.isRecipient) return 'exists';
        const row = { createdAt: now, memberRow: member.id };
        const made = await insertRecipient(transaction.prisma, of.tenantId, fieldsOfMember(member), row);
        await ask(transaction, made, confirmationsOf(made), { now, ownWays });
        return made;
      });
    },

    /** Locks the recipient meanwhile; null when there is none in this scope. */
    changeRecipient: async (
      tenantId: number | null,
      id: number,
      change: (recipient: Recipient) => { fields: RecipientFields; confirmations: NewConfirmation[] },
      now: Date,
    ): Promise<Recipient | null> => {
      const ownWays = await findOwnWays(tenantId);
      return prismaTransaction(async (transaction) => {
        await lockRecipient(transaction.sql, id);
        const before = await findRecipient(transaction.prisma, tenantId, id);
        if (!before) return null;
        const { fields, confirmations } = change(before);
        await updateRecipient(transaction.prisma, before, fields);
        await ask(transaction, before, confirmations, { now, ownWays });
        return { ...before, ...fields };
      });
    },

    changeKinds: (named: Recipient, change: (recipient: Recipient) => RecipientFields['kinds']): Promise<void> =>
      prismaTransaction(async (transaction) => {
        await lockRecipient(transaction.sql, named.id);
        const before = await findRecipient(transaction.prisma, named.tenantId, named.id);
        if (!before) return;
        await updateRecipient(transaction.prisma, before, { ...fieldsOf(before), kinds: change(before) });
      }),
  };
};
