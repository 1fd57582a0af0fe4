import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useChange, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useLiveEvents } from '../../live/live-context.tsx';
import { useTypedAhead } from '../../shell/use-typed-ahead.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Problem } from '../../ui/problem.tsx';
import { setTabTitle } from '../../ui/tab-title.ts';
import { useStoredFlag } from '../../ui/use-stored-flag.ts';
import type { Asked } from './asked.ts';
import { BY_ACTIVITY, type Conversation } from './conversation.ts';
import { ConversationList } from './conversation-list.tsx';
import { EmptyList } from './empty-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FIRST_FILTER, type Filter, newestPageOf } from './filters.ts';
import { PhoneBeside, PhoneButton, usePhone } from './phone-beside.tsx';
import { NewMessage } from './start/new-message.tsx';
import { inboxTexts } from './texts.ts';
import { Unsent } from './unsent.tsx';
import { useFilter } from './use-filter.ts';
import { useGoOn } from './use-go-on.ts';
import { useGrowingList } from './use-growing-list.ts';
import { focusThread, type InboxKeys, useInboxKeys } from './use-inbox-keys.ts';
import { useOfferedActs } from './use-offered-acts.ts';
import { viewsTexts } from './views/texts.ts';
import { inPlace, useInboxPlace } from './views/use-views.ts';
import { ViewsMenu } from './views/views-menu.tsx';

const loadPane = () => import('./conversation-pane.tsx');
/** Loaded separately from the list, so that the list stays within the size budget of a screen. */
const ConversationPane = lazy(() => loadPane().then((file) => ({ default: file.ConversationPane })));
const AskDialog = lazy(() => import('./ask-dialog.tsx').then((file) => ({ default: file.AskDialog })));
const BulkBar = lazy(() => import('./bulk-bar.tsx').then((file) => ({ default: file.BulkBar })));

const READ_AGAIN = [
  'list-conversations',
  'get-conversation',
  'list-conversation-messages',
  'list-comment-thread',
  'list-conversation-changes',
] as const;
const CHANGED = ['get-conversation', 'list-conversations', 'list-conversation-changes'] as const;
const COUNTS = ['count-conversations'] as const;
/** Receipts are the most frequent events, and change no count. */
const LIVE = {
  any: READ_AGAIN,
  inbox_changed: [...READ_AGAIN, ...COUNTS],
  'message.received': COUNTS,
  'message.sent': COUNTS,
  'comment.received': COUNTS,
} as const;
/** Poll interval, for a changed name or a lost hint. */
const EVERY_MS = 5000;
const MEMBERS = 200;
/** Gives new members a name in open pages. */
const MEMBERS_EVERY_MS = 60_000;

/** The members' names by id. */
function useNames(): ReadonlyMap<string, string> {
  const { data } = useList('list-members', { limit: MEMBERS }, { everyMs: MEMBERS_EVERY_MS });
  return useMemo(() => new Map((data ?? []).map(({ id, name }) => [id, name])), [data]);
}

interface ColumnProps {
  filter: Filter;
  chosenId: number | undefined;
  namesOf: ReadonlyMap<string, string>;
  selected: ReadonlySet<number> | 'all' | null;
  isDense: boolean;
  onSelect: (id: number) => void;
  onClear: () => void;
  /** Set to the rows that are shown. */
  listed: RefObject<readonly Conversation[]>;
}

/** Remounted for each filter. */
function FilteredList({ filter, onClear, listed, ...rest }: ColumnProps) {
  const input = useMemo(() => newestPageOf(filter), [filter]);
  const isAtNewest = useRef(true);
  const list = useGrowingList('list-conversations', input, {
    order: BY_ACTIVITY,
    everyMs: EVERY_MS,
    mayForget: isAtNewest,
  });
  const { isPending, hasOlder, error, items, readOlder } = list;
  // Set before the rows are painted, so that a key pressed right away acts on the visible rows.
  useLayoutEffect(() => {
    listed.current = items;
  }, [items, listed]);
  // A page of filtered results may be empty although there are more.
  useEffect(() => {
    if (items.length === 0 && hasOlder) readOlder();
  }, [items, hasOlder, readOlder]);
  // A conversation is about to be opened. The list comes first: a browser has six connections for both.
  useEffect(() => {
    if (!isPending) void loadPane().catch(() => undefined);
  }, [isPending]);
  if (items.length === 0 && !isPending && !hasOlder && !error) return <EmptyList filter={filter} onClear={onClear} />;
  return <ConversationList list={list} isAtNewest={isAtNewest} {...rest} />;
}

/** The inbox: conversations, the messages of one of them, and the composer. */
export function InboxScreen() {
  useLiveEvents(LIVE);
  const t = useTexts(inboxTexts);
  const tOfViews = useTexts(viewsTexts);
  const { id: chosenId, message, note } = useSearch({ from: '/shell/inbox' });
  const place = useInboxPlace();
  const navigate = useNavigate();
  const namesOf = useNames();
  const shown = useFilter(chosenId);
  const { filter, change: changeFilter } = shown;
  const [isDense, setDense] = useStoredFlag('parley.inbox.dense');
  const [areViewsOpen, setViewsOpen] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<number> | 'all' | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isStarting, setStarting] = useState(false);
  const listed = useRef<readonly Conversation[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const answerButton = useRef<HTMLButtonElement>(null);
  const selectButton = useRef<HTMLButtonElement>(null);
  const decide = useChange('update-conversation', { refreshes: CHANGED });
  const unread = useChange('mark-conversation-unread', { refreshes: CHANGED });
  useEffect(() => {
    setTabTitle(t('title'));
  }, [t]);
  const toNewest = useCallback((): void => {
    if (chosenId !== undefined) void navigate({ to: '/inbox', search: inPlace(place, chosenId), replace: true });
  }, [navigate, chosenId, place]);
  const toAround = (messageId: string): void => {
    if (chosenId !== undefined)
      void navigate({ to: '/inbox', search: { ...inPlace(place, chosenId), message: messageId } });
  };
  const goOn = useGoOn({
    listed,
    chosenId,
    place,
    onResolve: (id) => decide.mutate({ id, status: 'resolved' }),
  });
  const filterKey = JSON.stringify(filter);
  const [selectedIn, setSelectedIn] = useState(filterKey);
  // Conversations that were selected under other filters may no longer be in the list.
  if (selectedIn !== filterKey) {
    setSelectedIn(filterKey);
    setSelected((now) => now && new Set());
  }
  const toggle = useCallback(
    (id: number): void =>
      setSelected((now) => {
        if (now === null || now === 'all') return new Set([id]);
        return now.has(id) ? new Set([...now].filter((other) => other !== id)) : new Set([...now, id]);
      }),
    [],
  );
  const step = (by: 1 | -1): void => {
    const at = listed.current.findIndex(({ id }) => id === chosenId);
    const next = listed.current[at < 0 ? 0 : at + by];
    if (next) void navigate({ to: '/inbox', search: inPlace(place, next.id) });
  };
  const hasChosen = chosenId !== undefined;
  const keys: InboxKeys = {
    onNext: () => step(1),
    onPrevious: () => step(-1),
    onOpen: () => (hasChosen ? focusThread() : step(1)),
    onAnswer: () => (field.current ?? answerButton.current)?.focus(),
    onViews: () => setViewsOpen(true),
    onNew: () => setStarting(true),
    onAsk: (what) => setAsked(hasChosen ? what : null),
    onArchive() {
      if (hasChosen) decide.mutate({ id: chosenId, status: 'archived' });
    },
    // Closed first: an open conversation is marked as read as soon as a live event shows that it is unread.
    onUnread() {
      if (hasChosen)
        void navigate({ to: '/inbox', search: inPlace(place) }).then(() => unread.mutate({ id: chosenId }));
    },
    onResolve() {
      const chosen = listed.current.find(({ id }) => id === chosenId);
      if (chosen) decide.mutate({ id: chosen.id, status: chosen.status === 'open' ? 'resolved' : 'open' });
    },
  };
  useInboxKeys(keys);
  useTypedAhead((hasChosen && asked !== null) || isStarting);
  useOfferedActs(keys, hasChosen);
  const phone = usePhone();
  return (
    <div
      className={`-mx-4 -my-6 grid h-[calc(100dvh-var(--frame-top)-var(--frame-bottom))] min-h-96 grid-rows-[minmax(0,1fr)] sm:-mx-8 lg:grid-cols-[22rem_1fr] ${phone.isShown ? 'xl:grid-cols-[22rem_1fr_24rem]' : ''}`}
    >
      <div
        className={`min-h-0 min-w-0 flex-col border-e border-line bg-surface ${hasChosen ? 'hidden lg:flex' : 'flex'}`}
      >
        <div className="flex items-center justify-between gap-2 px-3 pt-2">
          <h1 className="text-lg font-semibold">{t('title')}</h1>
          {filter && (
            <ViewsMenu
              view={shown.view}
              filter={filter}
              isOpen={areViewsOpen}
              onOpen={setViewsOpen}
              onPick={shown.pick}
              onFilter={changeFilter}
            />
          )}
          <PhoneButton phone={phone} />
          <NewMessage isOpen={isStarting} onOpen={setStarting} />
          <Button
            ref={selectButton}
            look="quiet"
            aria-pressed={selected !== null}
            onClick={() => setSelected((now) => (now === null ? new Set() : null))}
          >
            {t('select')}
          </Button>
        </div>
        <Problem error={decide.error ?? unread.error} />
        <Unsent goOn={goOn} />
        {shown.isGone && (
          <p role="status" className="px-3 pt-2 text-warn">
            {tOfViews('gone')}
          </p>
        )}
        {filter === null ? (
          <Loading className="p-4 text-muted" />
        ) : (
          <>
            <FilterBar filter={filter} namesOf={namesOf} isDense={isDense} onDense={setDense} onChange={changeFilter} />
            <FilteredList
              key={filterKey}
              filter={filter}
              chosenId={chosenId}
              namesOf={namesOf}
              selected={selected}
              isDense={isDense}
              onSelect={toggle}
              onClear={() => changeFilter(FIRST_FILTER)}
              listed={listed}
            />
            {selected !== null && (
              <Suspense>
                <BulkBar
                  selected={selected}
                  filter={filter}
                  namesOf={namesOf}
                  onSelectAll={() => setSelected('all')}
                  onDone={() => {
                    setSelected(null);
                    selectButton.current?.focus();
                  }}
                />
              </Suspense>
            )}
          </>
        )}
      </div>
      <div className={`min-h-0 min-w-0 ${hasChosen ? '' : 'hidden lg:block'}`}>
        {/* On a phone the list is hidden, and its title with it. */}
        {hasChosen && <h1 className="sr-only lg:hidden">{t('title')}</h1>}
        {hasChosen ? (
          <Suspense fallback={<Loading className="p-4 text-muted" />}>
            <ConversationPane
              key={chosenId}
              id={chosenId}
              namesOf={namesOf}
              field={field}
              answerButton={answerButton}
              everyMs={EVERY_MS}
              around={message}
              note={note}
              onNewest={toNewest}
              onAround={toAround}
              onAsk={setAsked}
              onGoOn={goOn.goOn}
            />
            {asked && <AskDialog asked={asked} id={chosenId} namesOf={namesOf} onClose={() => setAsked(null)} />}
          </Suspense>
        ) : (
          <div className="grid h-full place-content-center gap-2 p-6 text-center">
            <p className="text-lg font-semibold">{t('choose')}</p>
            <p className="text-muted">{t('choose_lead')}</p>
          </div>
        )}
      </div>
      <PhoneBeside phone={phone} />
    </div>
  );
}
