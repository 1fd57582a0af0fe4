import { isDeepStrictEqual } from 'node:util';
import { verb } from '@parley/bus/verb';
import { type ErasedPerson, erasePerson } from '@parley/common/contracts/internal/erase-data';
import type { AccountsService } from '../service.ts';
import { deleteViews, emptyBodies, findEntriesAfter, findViewsAfter, saveEntries } from './erase.store.ts';
import { makePersonMentions } from './person-mentions.rules.ts';

const TABLES = ['views', 'audit', 'requests'] as const;
type Table = (typeof TABLES)[number];
const FIRST = '0';

/** The result of an erased batch; `last` is the cursor of the next batch, null at the end of the table. */
interface ErasedBatch {
  erased: Record<string, number>;
  last: string | null;
}

/**
 * Erases mentions of a person in saved views, the audit log and the request log, one batch per call
 * (docs/operations/peoples-data.md#erasing-a-person). Each batch can be repeated.
 */
export const eraseMentions = verb(erasePerson.accounts, async (service: AccountsService, { person, cursor }) => {
  const { table, after } = readCursor(cursor);
  const { erased, last } = await STEPS[table](service, person, after);
  const next = TABLES[TABLES.indexOf(table) + 1];
  const nextCursor = last !== null ? cursorOf(table, last) : next !== undefined ? cursorOf(next, FIRST) : null;
  return { erased, cursor: nextCursor, waiting: 0 };
});

const cursorOf = (table: Table, after: string): string => `${table}:${after}`;

function readCursor(cursor: string | null): { table: Table; after: string } {
  const [name, after = FIRST] = (cursor ?? '').split(':');
  return { table: TABLES.find((table) => table === name) ?? 'views', after };
}

async function eraseViews({ database }: AccountsService, person: ErasedPerson, after: string): Promise<ErasedBatch> {
  const { isViewOf } = makePersonMentions(person);
  const { items, last } = await findViewsAfter(database.prisma, person.tenantId, after);
  const found = items.filter(isViewOf).map(({ id }) => id);
  return { erased: { saved_views: await deleteViews(database.prisma, person.tenantId, found) }, last };
}

async function maskEntries({ database }: AccountsService, person: ErasedPerson, after: string): Promise<ErasedBatch> {
  const { mask } = makePersonMentions(person);
  const { items, last } = await findEntriesAfter(database, person.tenantId, after);
  const masked = items.map((entry) => ({ ...entry, input: mask(entry.input), changes: mask(entry.changes) }));
  const changed = masked.filter((entry, at) => !isDeepStrictEqual(entry, items[at]));
  return { erased: { audit_entries: await saveEntries(database, changed) }, last };
}

async function eraseRequests({ database }: AccountsService, person: ErasedPerson, after: string): Promise<ErasedBatch> {
  const { needles } = makePersonMentions(person);
  const { erased, last } = await emptyBodies(database, person.tenantId, after, needles);
  return { erased: { request_bodies: erased }, last };
}

const STEPS = { views: eraseViews, audit: maskEntries, requests: eraseRequests };
