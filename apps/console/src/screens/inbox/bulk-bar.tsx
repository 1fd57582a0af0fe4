import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OperationError } from '../../api/call-gateway.ts';
import { refetch, refetchAll } from '../../api/refetch.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { bulkTexts } from './bulk-texts.ts';
import { type Change, changeMany, countFound, planUndo, type UndoStep } from './change-many.ts';
import type { Filter } from './filters.ts';
import { inboxTexts } from './texts.ts';

/** Changing more than this many conversations needs a confirmation. */
const CONFIRM_ABOVE = 25;
/** Query key of the number of conversations that a change of everything would affect. */
const FOUND = 'found-conversations';

interface Props {
  selected: ReadonlySet<number> | 'all';
  filter: Filter;
  onSelectAll: () => void;
  onDone: () => void;
}

interface Asked {
  title: string;
  change: Change;
}

/** Changes many conversations, and can undo the last change. */
function useBulkChange(selected: ReadonlySet<number> | 'all', filter: Filter) {
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

/** The actions on all selected conversations, or on all that match the filters. */
export function BulkBar({ selected, filter, onSelectAll, onDone }: Props) {
  const t = useTexts(inboxTexts);
  const ofBulk = useTexts(bulkTexts);
  const { member } = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const bulk = useBulkChange(selected, filter);
  const isAll = selected === 'all';
  const found = useQuery<number, OperationError>({
    // Not below 'count-conversations', which every live event refetches: this one takes many calls.
    queryKey: [FOUND, filter],
    queryFn: () => countFound(filter),
    enabled: isAll,
  });
  const count = isAll ? found.data : selected.size;
  const act = (title: string, change: Change) => (
    <Button
      disabled={bulk.isBusy || !count}
      onClick={() => {
        if (count && count > CONFIRM_ABOVE) setAsked({ title, change });
        else void bulk.apply(change);
      }}
    >
      {title}
    </Button>
  );
  return (
    <section aria-label={t('select')} className="grid gap-2 border-b border-line bg-raised p-3">
      <p aria-live="polite">
        {isAll
          ? count === undefined
            ? ofBulk('selected_all')
            : ofBulk('selected_all_count', { count })
          : ofBulk('selected', { count: selected.size })}
        {bulk.changed !== null && ` · ${ofBulk('changed', { count: bulk.changed })}`}
        {bulk.left > 0 && ` · ${ofBulk('left', { count: bulk.left })}`}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isAll && <Button onClick={onSelectAll}>{ofBulk('select_all')}</Button>}
        {act(t('resolve'), { status: 'resolved' })}
        {act(t('archive'), { status: 'archived' })}
        {act(t('reopen'), { status: 'open' })}
        {member && act(t('assign_me'), { assignee: member.id })}
        {act(t('unassign'), { assignee: null })}
        {act(t('bot_pause'), { bot: 'paused' })}
        {act(t('bot_resume'), { bot: 'on' })}
        {bulk.mayUndo && (
          <Button disabled={bulk.isBusy} onClick={() => void bulk.takeBack()}>
            {ofBulk('undo')}
          </Button>
        )}
        <Button look="primary" onClick={onDone}>
          {ofBulk('select_done')}
        </Button>
      </div>
      <Problem error={bulk.error ?? found.error} />
      {asked && count !== undefined && (
        <ConfirmDialog
          title={`${asked.title}: ${ofBulk('bulk_count', { count })}`}
          action={asked.title}
          change={{ isPending: bulk.isBusy, error: null }}
          onConfirm={() => {
            setAsked(null);
            void bulk.apply(asked.change);
          }}
          onClose={() => setAsked(null)}
        >
          {ofBulk('bulk_lead')}
        </ConfirmDialog>
      )}
    </section>
  );
}
