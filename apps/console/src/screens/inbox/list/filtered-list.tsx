import { Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { withTexts } from '../../../i18n/load-texts.ts';
import { inboxTexts } from '../../../texts/inbox.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { loadPart } from '../../../ui/load-part.tsx';
import { BY_ACTIVITY, type Conversation } from '../conversation/conversation.ts';
import { loadPane } from '../conversation/conversation-column.tsx';
import { FIRST_FILTER, type Filter, isSame, newestPageOf } from '../filters/filters.ts';
import { ConversationList } from './conversation-list.tsx';
import { useGrowingList } from './use-growing-list.ts';

interface Props {
  filter: Filter;
  chosenId: number | undefined;
  namesOf: ReadonlyMap<string, string>;
  selected: ReadonlySet<number> | 'all' | null;
  isDense: boolean;
  everyMs: number;
  onSelect: (id: number) => void;
  onClear: () => void;
  onPhone: () => void;
  onListed: (rows: readonly Conversation[]) => void;
}

/** The conversations that match the filters. Remounted for each filter. */
export function FilteredList({ filter, everyMs, onClear, onPhone, onListed, ...rest }: Props) {
  const input = useMemo(() => newestPageOf(filter), [filter]);
  const isAtNewest = useRef(true);
  const list = useGrowingList('list-conversations', input, { order: BY_ACTIVITY, everyMs, mayForget: isAtNewest });
  const { isPending, hasOlder, error, items, readOlder } = list;
  // Set before the rows are painted, so that a key pressed right away acts on the visible rows.
  useLayoutEffect(() => onListed(items), [items, onListed]);
  // A page of filtered results may be empty although there are more.
  useEffect(() => {
    if (items.length === 0 && hasOlder) readOlder();
  }, [items, hasOlder, readOlder]);
  // A conversation is about to be opened. The list comes first: a browser has six connections for both.
  useEffect(() => {
    if (!isPending) void loadPane().catch(() => undefined);
  }, [isPending]);
  if (items.length === 0 && !isPending && !hasOlder && !error)
    return <EmptyList filter={filter} onClear={onClear} onPhone={onPhone} />;
  return <ConversationList list={list} isAtNewest={isAtNewest} {...rest} />;
}

const FirstMessage = loadPart(() =>
  withTexts(import('./first-message.tsx'), 'inbox-more').then((file) => file.FirstMessage),
);

interface EmptyProps {
  filter: Filter;
  onClear: () => void;
  onPhone: () => void;
}

/** In place of the list: there is no conversation, or none that matches the filters. */
function EmptyList({ filter, onClear, onPhone }: EmptyProps) {
  const t = useTexts(inboxTexts);
  const isFiltered = !isSame(filter, FIRST_FILTER);
  return (
    <div className="grid justify-items-center gap-3 p-6 text-center">
      {isFiltered ? (
        <>
          <h2 className="font-semibold">{t('nothing_found')}</h2>
          <p className="text-muted">{t('nothing_found_lead')}</p>
          <Button onClick={onClear}>{t('clear_filters')}</Button>
        </>
      ) : (
        <Suspense>
          <FirstMessage onPhone={onPhone} />
        </Suspense>
      )}
    </div>
  );
}
