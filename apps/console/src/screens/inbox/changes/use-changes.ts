import { useMemo } from 'react';
import type { OutputOf } from '../../../api/operations.ts';
import { useOperation } from '../../../api/use-operations.ts';
import type { Rows } from '../thread/use-rows.ts';
import { placeChanges } from './place-changes.ts';

export type Change = OutputOf<'list-conversation-changes'>['items'][number];

/** The changes behind each row of the thread of a conversation. */
export function useChanges(
  id: number,
  { timeAt }: Rows,
  { count, isFromStart, isToEnd }: { count: number; isFromStart: boolean; isToEnd: boolean },
): ReadonlyMap<number, readonly Change[]> {
  const { data } = useOperation('list-conversation-changes', { id });
  return useMemo(
    () => placeChanges(data?.items ?? [], { count, timeAt, isFromStart, isToEnd }),
    [data, count, timeAt, isFromStart, isToEnd],
  );
}
