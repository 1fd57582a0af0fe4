import { isDeepStrictEqual } from 'node:util';
import type { EraseProgress, erasePerson } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import { makePersonMentions } from '../domain/person-mentions.ts';
import type { SavedView } from '../domain/saved-view.ts';

/** A batch of rows in the order of their ids; `last` is the cursor of the next batch, null at the end. */
interface Batch<Row> {
  items: Row[];
  last: string | null;
}

export interface MentionEntry {
  id: string;
  input: unknown;
  changes: unknown;
  outcome: string | null;
}

export interface MentionRows {
  readViews(tenantId: number, after: string): Promise<Batch<Pick<SavedView, 'name' | 'filter'> & { id: number }>>;
  deleteViews(tenantId: number, ids: readonly number[]): Promise<number>;
  readEntries(tenantId: number, after: string): Promise<Batch<MentionEntry>>;
  /** Writes entries that have not changed since they were read; returns how many. */
  writeEntries(entries: readonly MentionEntry[]): Promise<number>;
  /** Empties the fields of requests that contain one of the texts. */
  eraseRequests(
    tenantId: number,
    after: string,
    needles: readonly string[],
  ): Promise<{ erased: number; last: string | null }>;
}

type Erase = InputOf<(typeof erasePerson)['accounts']>;

const TABLES = ['views', 'audit', 'requests'] as const;
type Table = (typeof TABLES)[number];
const FIRST = '0';

const cursorOf = (table: Table, after: string): string => `${table}:${after}`;

function readCursor(cursor: string | null): { table: Table; after: string } {
  const [name, after = FIRST] = (cursor ?? '').split(':');
  return { table: TABLES.find((table) => table === name) ?? 'views', after };
}

/**
 * Erases mentions of a person in saved views, the audit log and the request log, one batch per call
 * (docs/operations/peoples-data.md#erasing-a-person). Each batch can be repeated.
 */
export function makeEraseMentions(rows: MentionRows) {
  async function eraseViews({ person }: Erase, after: string) {
    const { isViewOf } = makePersonMentions(person);
    const { items, last } = await rows.readViews(person.tenantId, after);
    const found = items.filter(isViewOf).map(({ id }) => id);
    return { erased: { saved_views: await rows.deleteViews(person.tenantId, found) }, last };
  }

  async function maskEntries({ person }: Erase, after: string) {
    const { mask } = makePersonMentions(person);
    const { items, last } = await rows.readEntries(person.tenantId, after);
    const masked = items.map((entry) => ({ ...entry, input: mask(entry.input), changes: mask(entry.changes) }));
    const changed = masked.filter((entry, at) => !isDeepStrictEqual(entry, items[at]));
    return { erased: { audit_entries: await rows.writeEntries(changed) }, last };
  }

  async function eraseRequests({ person }: Erase, after: string) {
    const { needles } = makePersonMentions(person);
    const { erased, last } = await rows.eraseRequests(person.tenantId, after, needles);
    return { erased: { request_bodies: erased }, last };
  }

  const steps = { views: eraseViews, audit: maskEntries, requests: eraseRequests };
  return async (input: Erase): Promise<EraseProgress> => {
    const { table, after } = readCursor(input.cursor);
    const { erased, last } = await steps[table](input, after);
    const next = TABLES[TABLES.indexOf(table) + 1];
    const cursor = last !== null ? cursorOf(table, last) : next !== undefined ? cursorOf(next, FIRST) : null;
    return { erased, cursor, waiting: 0 };
  };
}
