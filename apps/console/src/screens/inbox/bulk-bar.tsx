import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { actionTexts } from './action-texts.ts';
import { bulkTexts } from './bulk-texts.ts';
import { type Change, countFound } from './change-many.ts';
import type { Filter } from './filters.ts';
import { LabelPicks } from './labels/label-picks.tsx';
import { labelTexts } from './labels/texts.ts';
import { SnoozePicks } from './snooze/snooze-picks.tsx';
import { snoozeTexts } from './snooze/texts.ts';
import { AssigneePicks } from './teams/assignee-picks.tsx';
import { teamTexts } from './teams/texts.ts';
import { inboxTexts } from './texts.ts';
import { FOUND, useBulkChange } from './use-bulk-change.ts';

/** Changing more than this many conversations needs a confirmation. */
const CONFIRM_ABOVE = 25;

interface Props {
  selected: ReadonlySet<number> | 'all';
  filter: Filter;
  namesOf: ReadonlyMap<string, string>;
  onSelectAll: () => void;
  onDone: () => void;
}

type Pick = 'add' | 'remove' | 'snooze' | 'assign';

interface Asked {
  title: string;
  change: Change;
}

/**
 * The actions on all selected conversations, or on all that match the filters: below their list, the frequent ones as
 * buttons.
 */
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
  const [picking, setPicking] = useState<Pick | null>(null);
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
  const isIdle = !bulk.isBusy && Boolean(count);
  const titleOf = (what: Pick) =>
    what === 'snooze' ? ofSnooze(what) : what === 'assign' ? ofTeams(what) : ofLabels(what);
  const button = (title: string, run: () => void) => (
    <Button className="grow px-1!" disabled={!isIdle} onClick={run}>
      {title}
    </Button>
  );
  const action = (title: string, change: Change) => ({ title, run: () => ask(title, change) });
  return (
    <section aria-label={t('select')} className="grid shrink-0 gap-2 border-t border-line bg-raised p-3">
      <div className="flex items-start gap-1">
        <p aria-live="polite" className="me-auto self-center">
          {isAll
            ? count === undefined
              ? ofBulk('selected_all')
              : ofBulk('selected_all_count', { count })
            : ofBulk('selected', { count: selected.size })}
          {bulk.changed !== null && ` · ${ofBulk('changed', { count: bulk.changed })}`}
          {bulk.left > 0 && ` · ${ofBulk('left', { count: bulk.left })}`}
        </p>
        {bulk.mayUndo && (
          <Button look="quiet" disabled={bulk.isBusy} onClick={() => void bulk.takeBack()}>
            {ofBulk('undo')}
          </Button>
        )}
        <IconButton label={ofBulk('select_done')} icon={X} onClick={onDone} />
      </div>
      {!isAll && (
        <button type="button" className="justify-self-start text-accent hover:underline" onClick={onSelectAll}>
          {ofBulk('select_all')}
        </button>
      )}
      <div className="flex gap-1">
        {button(of('resolve'), () => ask(of('resolve'), { status: 'resolved' }))}
        {button(titleOf('assign'), () => setPicking('assign'))}
        {button(titleOf('snooze'), () => setPicking('snooze'))}
        {button(ofBulk('label'), () => setPicking('add'))}
        <ActionMenu
          label={ofBulk('more')}
          isDisabled={!isIdle}
          actions={[
            action(of('archive'), { status: 'archived' }),
            action(of('reopen'), { status: 'open' }),
            ...(member ? [action(of('assign_me'), { assignee: member.id })] : []),
            action(of('unassign'), { assignee: null }),
            { title: titleOf('remove'), run: () => setPicking('remove') },
            action(of('bot_pause'), { bot: 'paused' }),
            action(of('bot_resume'), { bot: 'on' }),
          ]}
        />
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
