import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mutate, OperationError } from '../../api/call-gateway.ts';
import type { InputOf } from '../../api/operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { Filter } from './filters.ts';
import { inboxTexts } from './texts.ts';

type Change = Pick<InputOf<'update-conversations'>, 'status' | 'assignee' | 'bot'>;

/** One call takes this many ids. */
const IDS_MAX = 1000;

/** Changes all of them, call by call; answers how many changed. */
async function changeMany(target: ReadonlySet<number> | Filter, change: Change): Promise<number> {
  let changed = 0;
  if (target instanceof Set) {
    const ids = [...target];
    for (let at = 0; at < ids.length; at += IDS_MAX)
      changed += (await mutate('update-conversations', { ids: ids.slice(at, at + IDS_MAX), ...change })).changed;
    return changed;
  }
  let cursor: string | null = null;
  do {
    const filter = target as Filter; // safe: the other of the two
    const input: InputOf<'update-conversations'> = { filter, ...change, ...(cursor ? { cursor } : {}) };
    const page = await mutate('update-conversations', input);
    changed += page.changed;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return changed;
}

interface Props {
  selected: ReadonlySet<number> | 'all';
  filter: Filter;
  onSelectAll: () => void;
  onDone: () => void;
}

/** What is done to every selected conversation, or to everything that the filters find. */
export function BulkBar({ selected, filter, onSelectAll, onDone }: Props) {
  const t = useTexts(inboxTexts);
  const { member } = useSession();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [changed, setChanged] = useState<number | null>(null);
  const [error, setError] = useState<OperationError | null>(null);
  const apply = async (change: Change): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      setChanged(await changeMany(selected === 'all' ? filter : selected, change));
    } catch (thrown) {
      if (thrown instanceof OperationError) setError(thrown);
    }
    setBusy(false);
    for (const read of ['list-conversations', 'get-conversation'])
      await queries.invalidateQueries({ queryKey: [read] });
  };
  const isEmpty = selected !== 'all' && selected.size === 0;
  const act = (title: string, change: Change) => (
    <Button disabled={isBusy || isEmpty} onClick={() => void apply(change)}>
      {title}
    </Button>
  );
  return (
    <section aria-label={t('select')} className="grid gap-2 border-b border-line bg-raised p-3">
      <p aria-live="polite">
        {selected === 'all' ? t('selected_all') : t('selected', { count: selected.size })}
        {changed !== null && ` · ${t('changed', { count: changed })}`}
      </p>
      <Problem error={error} />
      <div className="flex flex-wrap gap-2">
        {selected !== 'all' && <Button onClick={onSelectAll}>{t('select_all')}</Button>}
        {act(t('resolve'), { status: 'resolved' })}
        {act(t('archive'), { status: 'archived' })}
        {act(t('reopen'), { status: 'open' })}
        {member && act(t('assign_me'), { assignee: member.id })}
        {act(t('unassign'), { assignee: null })}
        {act(t('bot_pause'), { bot: 'paused' })}
        {act(t('bot_resume'), { bot: 'on' })}
        <Button look="primary" onClick={onDone}>
          {t('select_done')}
        </Button>
      </div>
    </section>
  );
}
