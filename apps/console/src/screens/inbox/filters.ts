import type { InputOf } from '../../api/operations.ts';

export type Filter = NonNullable<InputOf<'update-conversations'>['filter']>;

/** What an agent works on: open conversations of everybody. */
export const FIRST_FILTER: Filter = { status: 'open' };

const STORED_AS = 'parley.inbox.filter';
const NAMES: readonly (keyof Filter)[] = ['channel', 'status', 'assignee', 'unread', 'q'];

/** The filter with one member changed; undefined takes it off. */
export function withFilter<K extends keyof Filter>(filter: Filter, name: K, value: Filter[K]): Filter {
  const { [name]: _, ...rest } = filter;
  return value === undefined || value === '' ? rest : { ...rest, [name]: value };
}

export const isSame = (a: Filter, b: Filter): boolean => NAMES.every((name) => a[name] === b[name]);

/** The filter of this window; a reload keeps it. */
export function readFilter(): Filter {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as Filter) : FIRST_FILTER; // safe: written below; the server checks it
  } catch {
    return FIRST_FILTER;
  }
}

export const keepFilter = (filter: Filter): void => sessionStorage.setItem(STORED_AS, JSON.stringify(filter));
