import type { InputOf } from '../../../api/operations.ts';
import type { InboxFilters } from '../../../shell/routes/inbox-address.ts';

export type Filter = NonNullable<InputOf<'update-conversations'>['filter']>;

/** The agents' default: all open conversations. */
export const FIRST_FILTER: Filter = { status: 'open' };

const PAGE = 50;

/** Asks for the newest page of the conversations. */
export const newestPageOf = (filter: Filter): InputOf<'list-conversations'> => ({ ...filter, limit: PAGE });

const NAMES: readonly (keyof Filter)[] = ['channel', 'status', 'assignee', 'unread', 'label', 'q'];

/** The filter with one member changed; undefined removes it. */
export function withFilter<K extends keyof Filter>(filter: Filter, name: K, value: Filter[K]): Filter {
  const { [name]: _, ...rest } = filter;
  return value === undefined || value === '' ? rest : { ...rest, [name]: value };
}

export const isSame = (a: Filter, b: Filter): boolean => NAMES.every((name) => a[name] === b[name]);

/** The members that have a value. */
const given = <T extends object>(of: T): Partial<T> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Partial<T>; // safe: some of them

/** The filter in an address; null if it has none. */
export function filterOf({ channel, status, assignee, unread, label, q }: InboxFilters): Filter | null {
  const rest = given({ channel, assignee, unread, label, q });
  if (status === undefined && Object.keys(rest).length === 0) return null;
  return status === 'all' ? rest : { status: status ?? 'open', ...rest };
}

/** The filter as part of an address; the default one is left out. */
export function addressOf(filter: Filter): InboxFilters {
  if (isSame(filter, FIRST_FILTER)) return {};
  const { channel, status = 'all', assignee, unread, label, q } = filter;
  return given({ status, channel, assignee, unread: unread || undefined, label, q });
}

const STORED_AS = 'parley.inbox.filter';

/** The last filter of this window, which the inbox uses if the address has none. */
export function readFilter(): Filter {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as Filter) : FIRST_FILTER; // safe: written below; the server checks it
  } catch {
    return FIRST_FILTER;
  }
}

export const keepFilter = (filter: Filter): void => sessionStorage.setItem(STORED_AS, JSON.stringify(filter));
