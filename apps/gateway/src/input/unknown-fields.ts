import { at } from '@parley/common/at';
import { type FieldProblem, fieldError } from '@parley/common/errors';
import type { z } from 'zod';
import { elementOf, type InputShape, membersOf } from './input-shape.ts';

/** A field of a request that the contract does not know. */
interface UnknownField {
  /** Its path, safe in a header: the caller chose the name. */
  field: string;
  /** The name that may have been meant. */
  suggestion: string | null;
}

/** Names that are reported; a body of a megabyte may have a hundred thousand. */
const FOUND_MAX = 10;
/** Objects and elements that are visited. */
const VISITS_MAX = 2000;
const NAME_MAX = 40;
const PATH_MAX = 120;

const tidy = (name: string): string => name.slice(0, NAME_MAX).replaceAll(/[^\w-]/g, '?') || '?';

interface Visit {
  path: string;
  value: unknown;
  schema: z.core.$ZodType;
}

type Members = Readonly<Record<string, z.core.$ZodType>>;

function visitMembers(
  { path, value, members }: { path: string; value: object; members: Members },
  found: UnknownField[],
  next: Visit[],
): void {
  const names = Object.keys(members);
  const given = value as Readonly<Record<string, unknown>>; // safe: an object that is no list
  // Without a list of its entries, because only the first unknown names count.
  for (const name in given) {
    if (!Object.hasOwn(given, name)) continue;
    const member = given[name];
    const schema = Object.hasOwn(members, name) ? members[name] : undefined;
    const at = `${path}${schema ? name : tidy(name)}`;
    if (schema) {
      if (typeof member === 'object' && member !== null) next.push({ path: at, value: member, schema });
      continue;
    }
    found.push({ field: at.slice(0, PATH_MAX), suggestion: nearestName(name.slice(0, NAME_MAX), names) });
    if (found.length === FOUND_MAX) return;
  }
}

/**
 * The first fields of a request that the contract does not know, those in objects and elements included. Free JSON and
 * records have no unknown members.
 */
export function findUnknownFields(shape: InputShape, given: object): UnknownField[] {
  const found: UnknownField[] = [];
  const next: Visit[] = [];
  visitMembers({ path: '', value: given, members: shape.fields }, found, next);
  for (let at = 0; at < next.length && at < VISITS_MAX && found.length < FOUND_MAX; at++) {
    const { path, value, schema } = next[at] as Visit; // safe: at is below the length
    if (Array.isArray(value)) {
      const element = elementOf(schema);
      const elements: readonly unknown[] = element ? value.slice(0, Math.max(0, VISITS_MAX - next.length)) : [];
      for (const [index, one] of elements.entries())
        if (element && typeof one === 'object' && one !== null)
          next.push({ path: `${path}[${index}]`, value: one, schema: element });
      continue;
    }
    const members = membersOf(schema);
    if (members && typeof value === 'object' && value !== null)
      visitMembers({ path: `${path}.`, value, members }, found, next);
  }
  return found;
}

/** The value of the header that names them (docs/reference/requests.md#unknown-fields). */
export const headerOfUnknown = (found: readonly UnknownField[]): string => found.map(({ field }) => field).join(', ');

/** Refuses a request with unknown fields. Errors: invalid_field. */
export function refuseUnknown(found: readonly UnknownField[]): void {
  const [first, ...rest] = found.map(
    ({ field, suggestion }): FieldProblem => ({
      field,
      code: 'invalid_field',
      message: `${field} is not a known field.${suggestion === null ? '' : ` Did you mean ${suggestion}?`}`,
    }),
  );
  if (first) throw fieldError([first, ...rest]);
}

const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

/** Insertions, deletions, replacements and swaps of neighbours that lead from one name to the other. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwap ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return at(last, b.length);
}

/** Differences at which two names still mean the same: one in a short name, two in others. */
const differencesOf = (name: string): number => (name.length < 5 ? 1 : 2);

/** The known name that was probably meant; null when none is near. Case, hyphens and underscores make no difference. */
function nearestName(given: string, known: readonly string[]): string | null {
  const name = plain(given);
  let nearest: { name: string; distance: number } | null = null;
  for (const candidate of known) {
    const wanted = plain(candidate);
    const most = Math.min(differencesOf(name), differencesOf(wanted));
    if (Math.abs(wanted.length - name.length) > most) continue;
    const distance = distanceOf(name, wanted);
    if (distance <= most && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { name: candidate, distance };
  }
  return nearest?.name ?? null;
}
