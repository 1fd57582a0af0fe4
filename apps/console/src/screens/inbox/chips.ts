import type { Filter } from './filters.ts';

export interface Chip {
  name: 'open' | 'unread_chip' | 'mine' | 'unassigned';
  filter: Filter;
}

/** The filters of one tap; each keeps the channel and the search text of the current filter. */
export function chipsOf({ channel, q }: Filter, memberId: string | undefined): Chip[] {
  const kept: Filter = { status: 'open', ...(channel ? { channel } : {}), ...(q ? { q } : {}) };
  return [
    { name: 'open', filter: kept },
    { name: 'unread_chip', filter: { ...kept, unread: true } },
    ...(memberId === undefined ? [] : [{ name: 'mine' as const, filter: { ...kept, assignee: memberId } }]),
    { name: 'unassigned', filter: { ...kept, assignee: 'none' } },
  ];
}

/** How many members of a filter neither a pressed chip nor the search field shows. */
export function countHidden(filter: Filter, memberId: string | undefined): number {
  const { q: _, channel, ...rest } = filter;
  const isChip = chipsOf(filter, memberId).some(
    ({ filter: { status, unread, assignee } }) =>
      status === rest.status && unread === rest.unread && assignee === rest.assignee,
  );
  const others = [rest.status === 'open' ? undefined : (rest.status ?? 'all'), rest.unread, rest.assignee];
  return (channel ? 1 : 0) + (isChip ? 0 : others.filter((part) => part !== undefined).length);
}
