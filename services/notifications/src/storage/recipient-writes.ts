import { makeId } from '@parley/common/ids';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { NewConfirmation } from '../domain/ask-for.ts';
import { fieldsOf, mask, type Recipient, type RecipientFields } from '../domain/recipient.ts';
import type { CreateRecipientDeps } from '../use-cases/create-recipient.ts';
import { lockRecipient, saveConfirmation } from './confirmation-store.ts';
import { addConfirmationJob } from './list-store.ts';
import { lockMember } from './member-store.ts';
import { findRecipient, insertRecipient, updateRecipient } from './recipient-store.ts';

type Transaction = Parameters<Parameters<PrismaDatabase['prismaTransaction']>[0]>[0];

async function ask(transaction: Transaction, recipient: Recipient, asked: readonly NewConfirmation[], now: Date) {
  for (const one of asked) {
    await saveConfirmation(transaction, { recipientId: recipient.id, ...one });
    const address = mask(one.address);
    const { id: recipientId, tenantId } = recipient;
    await addConfirmationJob(transaction.sql, { id: makeId('ntf'), tenantId, recipientId, way: one.way, address, now });
  }
}

/** Recipients, and the confirmations of their addresses, in one transaction. */
export const makeRecipientWrites = ({ prismaTransaction }: Pick<PrismaDatabase, 'prismaTransaction'>) => ({
  insertRecipient: (
    tenantId: number | null,
    fields: RecipientFields,
    confirmationsOf: (recipient: Recipient) => NewConfirmation[],
    now: Date,
  ): Promise<Recipient> =>
    prismaTransaction(async (transaction) => {
      const made = await insertRecipient(transaction.prisma, tenantId, fields, { createdAt: now });
      await ask(transaction, made, confirmationsOf(made), now);
      return made;
    }),

  insertMemberRecipient: (
    of: { tenantId: number | null; memberId: string },
    fieldsOfMember: Parameters<CreateRecipientDeps['insertMemberRecipient']>[1],
    confirmationsOf: (recipient: Recipient) => NewConfirmation[],
    now: Date,
  ): Promise<Recipient | 'exists' | null> =>
    prismaTransaction(async (transaction) => {
      const member = await lockMember(transaction, of);
      if (!member) return null;
      if (member.isRecipient) return 'exists';
      const row = { createdAt: now, memberRow: member.id };
      const made = await insertRecipient(transaction.prisma, of.tenantId, fieldsOfMember(member), row);
      await ask(transaction, made, confirmationsOf(made), now);
      return made;
    }),

  /** Locks it meanwhile; null when there is none here. */
  changeRecipient: (
    tenantId: number | null,
    id: number,
    change: (recipient: Recipient) => { fields: RecipientFields; confirmations: NewConfirmation[] },
    now: Date,
  ): Promise<Recipient | null> =>
    prismaTransaction(async (transaction) => {
      await lockRecipient(transaction.sql, id);
      const before = await findRecipient(transaction.prisma, tenantId, id);
      if (!before) return null;
      const { fields, confirmations } = change(before);
      await updateRecipient(transaction.prisma, before, fields);
      await ask(transaction, before, confirmations, now);
      return { ...before, ...fields };
    }),

  changeKinds: (named: Recipient, change: (recipient: Recipient) => RecipientFields['kinds']): Promise<void> =>
    prismaTransaction(async (transaction) => {
      await lockRecipient(transaction.sql, named.id);
      const before = await findRecipient(transaction.prisma, named.tenantId, named.id);
      if (!before) return;
      await updateRecipient(transaction.prisma, before, { ...fieldsOf(before), kinds: change(before) });
    }),
});
