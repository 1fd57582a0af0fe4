import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OperationError } from '../../../api/call-gateway.ts';
import { refetch, refetchAll } from '../../../api/refetch.ts';
import type { Filter } from '../filters/filters.ts';
import { type Change, changeMany, planUndo, type UndoStep } from './change-many.ts';

/** Query key of the number of conversations that a change of everything would affect. */
export const FOUND = 'found-conversations';

/** Changes many conversations, and can undo the last change. */
export function useBulkChange(selected: ReadonlySet<number> | 'all', filter: Filter) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [changed, setChanged] = useState<number | null>(null);
  const [undo, setUndo] = useState<readonly UndoStep[]>([]);
  /** How many conversations the last undo skipped because a colleague had changed them since. */
  const [left, setLeft] = useState(0);
  const [error, setError] = useState<OperationError | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      if (!(thrown instanceof OperationError)) throw thrown;
      setError(thrown);
    } finally {
      setBusy(false);
      void refetchAll(queries, ['list-conversations', 'get-conversation', 'count-conversations']);
      void refetch(queries, { queryKey: [FOUND] });
    }
  };
  return {
    isBusy,
    changed,
    left,
    error,
    mayUndo: undo.length > 0,
    apply: (change: Change): Promise<void> =>
      run(async () => {
        const all: Parameters<typeof planUndo>[1][number][] = [];
        const target = selected === 'all' ? { filter } : { ids: [...selected] };
        setLeft(0);
        // A failed call keeps the changes of the calls before it, which can be undone.
        await changeMany(target, change, (some) => {
          all.push(...some);
          setChanged(all.length);
          setUndo(planUndo(change, all));
        });
      }),
    takeBack: (): Promise<void> =>
      run(async () => {
        let count = 0;
        for (const [index, { ids, change }] of undo.entries()) {
          count += ids.length;
          await changeMany({ ids }, change, (some) => {
            count -= some.length;
          });
          // A retry after a failure continues here.
          setUndo(undo.slice(index + 1));
        }
        setChanged(null);
        setLeft(count);
      }),
  };
}
