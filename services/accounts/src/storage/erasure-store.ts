import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import { z } from 'zod';
import { type ClaimedErasure, type Erasure, type ErasureStep, firstPlace, type NewErasure } from '../domain/erasure.ts';
import type { ErasureRows } from '../use-cases/manage-erasures.ts';
import type { ErasureJobs, SavedErasure } from '../use-cases/run-erasures.ts';
import { eraseLogs } from './erase-logs.ts';
import { lockPeopleById } from './lock-people.ts';

const ERASURE = {
  seq: true,
  id: true,
  tenantId: true,
  tenantSlug: true,
  what: true,
  contactId: true,
  status: true,
  step: true,
  cursor: true,
  person: true,
  erased: true,
  roundErased: true,
  roundWaiting: true,
  waiting: true,
  attempts: true,
  error: true,
  requestedAt: true,
  finishedAt: true,
} as const;
type ErasureRow = Prisma.ErasureGetPayload<{ select: typeof ERASURE }>;

const Counts = z.record(z.string(), z.number());

const toErasure = ({ person, ...row }: ErasureRow): Erasure & { sealedPerson: string | null; seq: number } => ({
  ...row,
  what: row.what as Erasure['what'], // safe: a check of the table
  status: row.status as Erasure['status'], // safe: a check of the table
  step: row.step as ErasureStep, // safe: written by this store alone
  erased: Counts.parse(row.erased),
  sealedPerson: person,
});

type ErasureTable = Pick<Prisma.TransactionClient, 'erasure'>;

async function insert({ erasure: table }: ErasureTable, erasure: NewErasure): Promise<void> {
  const { step } = firstPlace(erasure.what);
  await table.createMany({ data: [{ ...erasure, step, dueAt: erasure.requestedAt }], skipDuplicates: true });
}

const claim = defineStatement({
  name: 'accounts.claim-erasure',
  text: `UPDATE erasures SET claim_id = $1, claimed_until = $3
          WHERE id IN (SELECT id FROM erasures
                        WHERE status = 'running' AND due_at <= $2 AND (claimed_until IS NULL OR claimed_until < $2)
                        ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id`,
  params: { claimId: 'text', now: 'timestamptz', until: 'timestamptz' },
  row: { id: 'text' },
});

/** Locks only the first rows; later ones are found when these are done. */
const findDue = defineStatement({
  name: 'accounts.find-due-erasure',
  text: `SELECT min(greatest(due_at, claimed_until)) AS due_at
           FROM (SELECT due_at, claimed_until FROM erasures WHERE status = 'running' ORDER BY due_at LIMIT 100) first`,
  params: {},
  row: { dueAt: 'timestamptz?' },
});

export type ErasureStore = ErasureRows & ErasureJobs & { findDue(): Promise<Date | null> };

/**
 * Erasures in PostgreSQL: receipts for the operator, and jobs that one worker at a time holds. The claim id is the
 * fencing token of its writes.
 */
export function makeErasureStore(database: PrismaDatabase): ErasureStore {
  const { prisma } = database;
  const find = async (where: Prisma.ErasureWhereInput) => {
    const row = await prisma.erasure.findFirst({ where, select: ERASURE, orderBy: { seq: 'desc' } });
    return row ? toErasure(row) : null;
  };

  return {
    findErasure: (id: string): Promise<Erasure | null> => find({ id }),
    findContactErasure: (tenantId: number, contactId: number): Promise<Erasure | null> =>
      find({ tenantId, what: 'contact', contactId }),
    findTenantErasure: (tenantSlug: string): Promise<Erasure | null> => find({ tenantSlug, what: 'tenant' }),

    async listErasuresAfter(seq: number, count: number, status: string | undefined) {
      const where = { seq: { gt: seq }, ...(status === undefined ? {} : { status }) };
      const rows = await prisma.erasure.findMany({ where, select: ERASURE, orderBy: { seq: 'asc' }, take: count });
      return rows.map((row) => ({ ...toErasure(row), position: row.seq }));
    },

    insertErasure: (erasure: NewErasure) => insert(prisma, erasure),

    /** Disables the tenant with its slug, keys and webhooks; null when there is no such tenant. */
    closeTenant: (slug: string, erasure: Pick<NewErasure, 'id' | 'requestedAt'>): Promise<number | null> =>
      database.prismaTransaction(async (transaction) => {
        const { apiKey, platformWebhook } = transaction.prisma;
        const tenant = await transaction.prisma.tenant.findUnique({ where: { slug }, select: { id: true } });
        if (!tenant) return null;
        // Nobody else gets the old slug, and no request can name the new one. Of two concurrent calls, the second finds
        // no tenant.
        const { count } = await transaction.prisma.tenant.updateMany({
          where: { id: tenant.id, slug },
          data: { erasedSlug: slug, slug: `~erased-${tenant.id}`, status: 'inactive', name: '' },
        });
        if (count === 0) return null;
        const revokedAt = erasure.requestedAt;
        await apiKey.updateMany({ where: { tenantId: tenant.id, revokedAt: null }, data: { revokedAt } });
        await platformWebhook.updateMany({ where: { tenantId: tenant.id, revokedAt: null }, data: { revokedAt } });
        await apiKey.updateMany({ where: { tenantId: tenant.id }, data: { webhookUrl: null } });
        // Deletes sessions and sign-ins.
        const members = { tenantId: tenant.id, removedAt: null };
        const signIns = { members: { some: members, every: { tenantId: tenant.id } } };
        const alone = await transaction.prisma.person.findMany({ where: signIns, select: { id: true } });
        const ids = alone.map(({ id }) => id);
        await lockPeopleById.all(transaction.sql, { ids });
        const removed = { removedAt: revokedAt, personRow: null };
        await transaction.prisma.member.updateMany({ where: members, data: removed });
        await transaction.prisma.person.deleteMany({ where: { id: { in: ids }, members: { none: {} } } });
        await transaction.prisma.memberSession.deleteMany({ where: { tenantId: tenant.id } });
        await transaction.prisma.memberLink.deleteMany({ where: { tenantId: tenant.id } });
        const rest = { tenantId: tenant.id, tenantSlug: slug, what: 'tenant', contactId: null } as const;
        await insert(transaction.prisma, { ...erasure, ...rest });
        return tenant.id;
      }),

    /** When the next step is due or a claim expires; null when no erasure is open. */
    findDue: async (): Promise<Date | null> => (await findDue.first(database, {}))?.dueAt ?? null,

    async claim(given: { claimId: string; now: Date; until: Date }): Promise<ClaimedErasure | null> {
      const claimed = await claim.first(database, given);
      const erasure = claimed && (await find({ id: claimed.id, claimId: given.claimId }));
      return erasure ? { ...erasure, claimId: given.claimId } : null;
    },

    /**
     * Stores the position and the expiry of the claim (null releases it). Returns false when another worker has claimed
     * it.
     */
    async save({ id, claimId }: Pick<ClaimedErasure, 'id' | 'claimId'>, given: SavedErasure): Promise<boolean> {
      const { step, cursor, roundErased, roundWaiting, waiting, attempts } = given.place;
      const { erased, sealedPerson, error, dueAt, heldUntil } = given;
      const { count } = await prisma.erasure.updateMany({
        where: { id, claimId },
        data: {
          step,
          cursor,
          roundErased,
          roundWaiting,
          waiting,
          attempts,
          erased,
          person: sealedPerson,
          error,
          dueAt,
          claimedUntil: heldUntil,
          claimId: heldUntil === null ? null : claimId,
        },
      });
      return count > 0;
    },

    /**
     * Marks it done and deletes the person's data from the job. A tenant's keys, members, audit log and requests are
     * deleted as well; its row and its ledger stay without content, because the law requires the ledger.
     */
    async finish({ id, claimId, what, tenantId }: ClaimedErasure, erased: Record<string, number>, now: Date) {
      if (what === 'tenant') await eraseLogs(database, tenantId);
      const done = { status: 'done', person: null, cursor: null, finishedAt: now, claimId: null };
      await database.prismaTransaction(async (transaction) => {
        const { erasure, apiKey, platformWebhook, creditEntry, tenant } = transaction.prisma;
        const data = { ...done, waiting: 0, error: null, erased, claimedUntil: null };
        const { count } = await erasure.updateMany({ where: { id, claimId }, data });
        if (count === 0 || what === 'contact') return;
        await apiKey.deleteMany({ where: { tenantId } });
        await platformWebhook.deleteMany({ where: { tenantId } });
        await transaction.prisma.memberSession.deleteMany({ where: { tenantId } });
        await transaction.prisma.memberLink.deleteMany({ where: { tenantId } });
        await transaction.prisma.savedView.deleteMany({ where: { tenantId } });
        await transaction.prisma.member.deleteMany({ where: { tenantId } });
        await creditEntry.updateMany({ where: { tenantId, note: { not: null } }, data: { note: null } });
        await tenant.update({ where: { id: tenantId }, data: { name: '', plan: '', retentionDays: null } });
        // Erasures of the tenant's people end with it.
        await erasure.updateMany({ where: { tenantId, status: 'running' }, data: done });
      });
    },
  };
}
