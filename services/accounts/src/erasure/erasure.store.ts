import { defineDue } from '@parley/database/due/define-due';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import { z } from 'zod';
import {
  type ClaimedErasure,
  type Erasure,
  type ErasureStep,
  firstPlace,
  type NewErasure,
  type SavedErasure,
} from './erasure.rules.ts';

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

/** Reads only the first rows; later ones are found when these are done. */
/** When the next step is due or a claim expires; null when no erasure is open. */
export const findDueErasure = defineDue({
  name: 'accounts.find-due-erasure',
  text: `SELECT min(greatest(due_at, claimed_until)) AS due_at
           FROM (SELECT due_at, claimed_until FROM erasures WHERE status = 'running' ORDER BY due_at LIMIT 100) first`,
});

/*
 * Erasures: receipts for the operator, and jobs that one worker at a time holds. The claim id is the fencing token of
 * its writes.
 */

type Client = Prisma.TransactionClient;

async function findLatest({ erasure }: Client, where: Prisma.ErasureWhereInput) {
  const row = await erasure.findFirst({ where, select: ERASURE, orderBy: { seq: 'desc' } });
  return row ? toErasure(row) : null;
}

export const findErasure = (prisma: Client, id: string): Promise<Erasure | null> => findLatest(prisma, { id });

export const findErasureOfTenant = (prisma: Client, tenantId: number, id: string): Promise<Erasure | null> =>
  findLatest(prisma, { tenantId, id });

export const findContactErasure = (prisma: Client, tenantId: number, contactId: number): Promise<Erasure | null> =>
  findLatest(prisma, { tenantId, what: 'contact', contactId });

export const findTenantErasure = (prisma: Client, tenantSlug: string): Promise<Erasure | null> =>
  findLatest(prisma, { tenantSlug, what: 'tenant' });

/** Oldest first, with their positions in the list. */
export async function findErasuresAfter(
  { erasure }: Client,
  seq: number,
  { count, status }: { count: number; status: Erasure['status'] | undefined },
): Promise<(Erasure & { seq: number })[]> {
  const where = { seq: { gt: seq }, ...(status === undefined ? {} : { status }) };
  return (await erasure.findMany({ where, select: ERASURE, orderBy: { seq: 'asc' }, take: count })).map(toErasure);
}

/** Changes nothing when the same erasure runs. */
export async function insertErasure({ erasure: table }: Client, erasure: NewErasure): Promise<void> {
  const { step } = firstPlace(erasure.what);
  await table.createMany({ data: [{ ...erasure, step, dueAt: erasure.requestedAt }], skipDuplicates: true });
}

export async function claimErasure(
  database: Pick<PrismaDatabase, 'query' | 'prisma'>,
  given: { claimId: string; now: Date; until: Date },
): Promise<ClaimedErasure | null> {
  const { claimId } = given;
  const claimed = await claim.first(database, given);
  const erasure = claimed && (await findLatest(database.prisma, { id: claimed.id, claimId }));
  return erasure ? { ...erasure, claimId } : null;
}

/** Stores the position and the expiry of the claim. False when another worker has claimed it. */
export async function saveErasure(
  { erasure }: Client,
  { id, claimId }: Pick<ClaimedErasure, 'id' | 'claimId'>,
  given: SavedErasure,
): Promise<boolean> {
  const { step, cursor, roundErased, roundWaiting, waiting, attempts } = given.place;
  const { erased, sealedPerson, error, dueAt, heldUntil } = given;
  const { count } = await erasure.updateMany({
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
}

const doneAt = (finishedAt: Date) => ({ status: 'done', person: null, cursor: null, finishedAt, claimId: null });

/** Marks it done and deletes the person's data from it. False when another worker has claimed it. */
export async function saveErasureDone(
  { erasure }: Client,
  { id, claimId }: Pick<ClaimedErasure, 'id' | 'claimId'>,
  { erased, at }: { erased: Record<string, number>; at: Date },
): Promise<boolean> {
  const data = { ...doneAt(at), waiting: 0, error: null, erased, claimedUntil: null };
  return (await erasure.updateMany({ where: { id, claimId }, data })).count > 0;
}

/** Marks the other erasures of an erased tenant done: those of its people. */
export async function endErasuresOf({ erasure }: Client, tenantId: number, at: Date): Promise<void> {
  await erasure.updateMany({ where: { tenantId, status: 'running' }, data: doneAt(at) });
}
