import { type Filter, isSame } from './filters.ts';

export interface Chip {
  name: 'open' | 'unread_chip' | 'mine' | 'unassigned';
  filter: Filter;
}

/** The filters that one tap sets; each keeps the channel, the label and the search text of the current filter. */
export function chipsOf({ channel, label, q }: Filter, memberId: string | undefined): Chip[] {
  const kept: Filter = {
    status: 'open',
    ...(channel ? { channel } : {}),
    ...(label ? { label } : {}),
    ...(q ? { q } : {}),
  };
  return [
    { name: 'open', filter: kept },
    { name: 'unread_chip', filter: { ...kept, unread: true } },
    ...(memberId === undefined ? [] : [{ name: 'mine' as const, filter: { ...kept, assignee: memberId } }]),
    { name: 'unassigned', filter: { ...kept, assignee: 'none' } },
  ];
}

/** The number of active filters that neither a chip nor the search field shows. */
export function countHidden(filter: Filter, memberId: string | undefined): number {
  const { status, unread, assignee, channel } = filter;
  const isChip = chipsOf(filter, memberId).some((chip) => isSame(chip.filter, filter));
  const behind = isChip ? [] : [status === 'open' ? undefined : (status ?? 'all'), unread, assignee];
  return [channel, ...behind].filter((part) => part !== undefined).length;
}
