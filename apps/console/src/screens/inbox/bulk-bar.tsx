import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OperationError } from '../../api/call-gateway.ts';
import { refetch, refetchAll } from '../../api/refetch.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { actionTexts } from './action-texts.ts';
import { bulkTexts } from './bulk-texts.ts';
import { type Change, changeMany, countFound, planUndo, type UndoStep } from './change-many.ts';
import type { Filter } from './filters.ts';
import { LabelPicks } from './labels/label-picks.tsx';
import { labelTexts } from './labels/texts.ts';
import { SnoozePicks } from './snooze/snooze-picks.tsx';
import { snoozeTexts } from './snooze/texts.ts';
import { AssigneePicks } from './teams/assignee-picks.tsx';
import { teamTexts } from './teams/texts.ts';
import { inboxTexts } from './texts.ts';

/** Changing more than this many conversations needs a confirmation. */
const CONFIRM_ABOVE = 25;
/** Query key of the number of conversations that a change of everything would affect. */
const FOUND = 'found-conversations';

interface Props {
  selected: ReadonlySet<number> | 'all';
  filter: Filter;
  namesOf: ReadonlyMap<string, string>;
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
export function BulkBar({ selected, filter, namesOf, onSelectAll, onDone }: Props) {
  const t = useTexts(inboxTexts);
  const of = useTexts(actionTexts);
  const ofBulk = useTexts(bulkTexts);
  const { member } = useSession();
  const ofLabels = useTexts(labelTexts);
  const ofSnooze = useTexts(snoozeTexts);
  const ofTeams = useTexts(teamTexts);
  const [asked, setAsked] = useState<Asked | null>(null);
  /** The open list. */
  const [picking, setPicking] = useState<'add' | 'remove' | 'snooze' | 'assign' | null>(null);
  const bulk = useBulkChange(selected, filter);
  const isAll = selected === 'all';
  const found = useQuery<number, OperationError>({
    // Not below 'count-conversations', which every live event refetches: this one takes many calls.
    queryKey: [FOUND, filter],
    queryFn: () => countFound(filter),
    enabled: isAll,
  });
  const count = isAll ? found.data : selected.size;
  const ask = (title: string, change: Change): void => {
    if (count && count > CONFIRM_ABOVE) setAsked({ title, change });
    else void bulk.apply(change);
  };
  const act = (title: string, change: Change) => (
    <Button disabled={bulk.isBusy || !count} onClick={() => ask(title, change)}>
      {title}
    </Button>
  );
  const titleOf = (what: 'add' | 'remove' | 'snooze' | 'assign') =>
    what === 'snooze' ? ofSnooze(what) : what === 'assign' ? ofTeams(what) : ofLabels(what);
  const pick = (what: 'add' | 'remove' | 'snooze' | 'assign') => (
    <Button disabled={bulk.isBusy || !count} onClick={() => setPicking(what)}>
      {titleOf(what)}
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
        {act(of('resolve'), { status: 'resolved' })}
        {act(of('archive'), { status: 'archived' })}
        {act(of('reopen'), { status: 'open' })}
        {member && act(of('assign_me'), { assignee: member.id })}
        {act(of('unassign'), { assignee: null })}
        {act(of('bot_pause'), { bot: 'paused' })}
        {act(of('bot_resume'), { bot: 'on' })}
        {pick('assign')}
        {pick('snooze')}
        {pick('add')}
        {pick('remove')}
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
      {picking && (
        <Dialog title={titleOf(picking)} isOpen onClose={() => setPicking(null)}>
          {picking === 'assign' ? (
            <AssigneePicks
              namesOf={namesOf}
              onPick={(change, title) => {
                setPicking(null);
                ask(title, change);
              }}
            />
          ) : picking === 'snooze' ? (
            <SnoozePicks
              canWake
              onPick={(snooze) => {
                setPicking(null);
                ask(titleOf(picking), { snooze });
              }}
            />
          ) : (
            <LabelPicks
              on={null}
              onPick={(label) => {
                setPicking(null);
                ask(titleOf(picking), picking === 'add' ? { add_labels: [label] } : { remove_labels: [label] });
              }}
            />
          )}
        </Dialog>
      )}
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
