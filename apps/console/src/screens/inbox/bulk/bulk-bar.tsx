import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { OperationError } from '../../../api/call-gateway.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { useSession } from '../../../shell/session/session-context.tsx';
import { actionTexts, inboxTexts, labelTexts, snoozeTexts, teamTexts } from '../../../texts/inbox.ts';
import { bulkTexts } from '../../../texts/inbox-more.ts';
import { ActionMenu } from '../../../ui/buttons/action-menu.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import type { Filter } from '../filters/filters.ts';
import { LabelPicks } from '../labels/label-picks.tsx';
import { SnoozePicks } from '../snooze/snooze-picks.tsx';
import { AssigneePicks } from '../teams/assignee-picks.tsx';
import { type Change, countFound } from './change-many.ts';
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
  const ofBulk = useTexts(bulkTexts);
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
  const titleOf = (what: Pick) =>
    what === 'snooze' ? ofSnooze(what) : what === 'assign' ? ofTeams(what) : ofLabels(what);
  return (
    <section aria-label={t('select')} className="grid shrink-0 gap-2 border-t border-line bg-raised p-3">
      <div className="flex items-start gap-1">
        <Count {...{ count, isAll, bulk }} />
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
      <Actions isDisabled={bulk.isBusy || !count} titleOf={titleOf} onAsk={ask} onPick={setPicking} />
      <Problem error={bulk.error ?? found.error} />
      {picking && (
        <PickDialog
          picking={picking}
          title={titleOf(picking)}
          namesOf={namesOf}
          onPick={(change, title) => {
            setPicking(null);
            ask(title, change);
          }}
          onClose={() => setPicking(null)}
        />
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

interface ActionsProps {
  isDisabled: boolean;
  titleOf: (what: Pick) => string;
  onAsk: (title: string, change: Change) => void;
  onPick: (what: Pick) => void;
}

/** The frequent actions as buttons, the others in a menu. */
function Actions({ isDisabled, titleOf, onAsk, onPick }: ActionsProps) {
  const t = useTexts(actionTexts);
  const ofBulk = useTexts(bulkTexts);
  const { member } = useSession();
  const button = (title: string, run: () => void) => (
    <Button className="grow px-1!" disabled={isDisabled} onClick={run}>
      {title}
    </Button>
  );
  const action = (title: string, change: Change) => ({ title, run: () => onAsk(title, change) });
  return (
    <div className="flex gap-1">
      {button(t('resolve'), () => onAsk(t('resolve'), { status: 'resolved' }))}
      {button(titleOf('assign'), () => onPick('assign'))}
      {button(titleOf('snooze'), () => onPick('snooze'))}
      {button(ofBulk('label'), () => onPick('add'))}
      <ActionMenu
        label={ofBulk('more')}
        isDisabled={isDisabled}
        actions={[
          action(t('archive'), { status: 'archived' }),
          action(t('reopen'), { status: 'open' }),
          ...(member ? [action(t('assign_me'), { assignee: member.id })] : []),
          action(t('unassign'), { assignee: null }),
          { title: titleOf('remove'), run: () => onPick('remove') },
          action(t('bot_pause'), { bot: 'paused' }),
          action(t('bot_resume'), { bot: 'on' }),
        ]}
      />
    </div>
  );
}

interface PickProps {
  picking: Pick;
  title: string;
  namesOf: ReadonlyMap<string, string>;
  onPick: (change: Change, title: string) => void;
  onClose: () => void;
}

/** The list of what the conversations may be given. */
function PickDialog({ picking, title, namesOf, onPick, onClose }: PickProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {picking === 'assign' ? (
        <AssigneePicks namesOf={namesOf} onPick={onPick} />
      ) : picking === 'snooze' ? (
        <SnoozePicks canWake onPick={(snooze) => onPick({ snooze }, title)} />
      ) : (
        <LabelPicks
          on={null}
          onPick={(label) => onPick(picking === 'add' ? { add_labels: [label] } : { remove_labels: [label] }, title)}
        />
      )}
    </Dialog>
  );
}

interface CountProps {
  /** Undefined while all are counted. */
  count: number | undefined;
  isAll: boolean;
  bulk: ReturnType<typeof useBulkChange>;
}

/** How many are selected, and how many the last action changed. */
function Count({ count, isAll, bulk: { changed, left } }: CountProps) {
  const t = useTexts(bulkTexts);
  const selected = isAll
    ? count === undefined
      ? t('selected_all')
      : t('selected_all_count', { count })
    : t('selected', { count: count ?? 0 });
  return (
    <p aria-live="polite" className="me-auto self-center">
      {selected}
      {changed !== null && ` · ${t('changed', { count: changed })}`}
      {left > 0 && ` · ${t('left', { count: left })}`}
    </p>
  );
}
