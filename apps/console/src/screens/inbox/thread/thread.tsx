import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { ChangeLines } from '../changes/change-lines.tsx';
import { useChanges } from '../changes/use-changes.ts';
import type { PendingAnswer } from '../compose/outbox.ts';
import type { Composing } from '../compose/use-composing.ts';
import type { Outbox } from '../compose/use-outbox.ts';
import { BY_ID, type Conversation, isWindowOver, type Message, nameOf } from '../conversation.ts';
import type { Note } from '../notes/note.ts';
import type { NoteTask } from '../notes/note-dialogs.tsx';
import { placeNotes } from '../notes/place-notes.ts';
import { useNotes } from '../notes/use-notes.ts';
import { inboxTexts } from '../texts.ts';
import { useGrowingList } from '../use-growing-list.ts';
import type { Sender, SentMessage } from '../use-sender-name.ts';
import { useVisibleFirst } from '../use-visible-first.ts';
import { allowedActs, reactionsOn } from './allowed-acts.ts';
import { countVotes } from './count-votes.ts';
import { EndButton } from './end-button.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { PendingBubble } from './pending-bubble.tsx';
import { answerOf, shownOf } from './send-again.ts';
import { useActiveRow } from './use-active-row.ts';
import { ownAddress, ownReaction, useActs } from './use-acts.ts';
import { useRows } from './use-rows.ts';
import { useStayAtEnd } from './use-stay-at-end.ts';
import { useWalk } from './use-walk.ts';

const loadActions = () => import('./message-actions.tsx');
const MessageActions = lazy(() => loadActions().then((file) => ({ default: file.MessageActions })));

const NoteBubble = lazy(() => import('../notes/note-bubble.tsx').then((file) => ({ default: file.NoteBubble })));
const NoteDialogs = lazy(() => import('../notes/note-dialogs.tsx').then((file) => ({ default: file.NoteDialogs })));

const PAGE = 50;
const GUESSED_PX = 80;
const AHEAD = 10;

const NONE: readonly PendingAnswer[] = [];
const NO_MESSAGES: readonly Message[] = [];
const NO_NOTES: readonly Note[] = [];

interface Props {
  conversation: Conversation;
  outbox: Outbox;
  composing: Composing;
  senderOf: (sent: SentMessage) => Sender;
  /** Names of members, for the lines of their changes. */
  namesOf: ReadonlyMap<string, string>;
  everyMs: number;
  /** The message to scroll to; undefined shows the newest. */
  around: string | undefined;
  /** The note to scroll to instead, which is loaded with the messages around that one. */
  note: string | undefined;
  onNewest: () => void;
  /** Shows the excerpt around a message that is not loaded. */
  onAround: (messageId: string) => void;
}

/**
 * The messages of a conversation; only the visible ones are rendered. It stays at its end while messages arrive. Around
 * a searched message or a note it shows an excerpt, without newer messages.
 */
export function Thread(props: Props) {
  const { conversation, outbox, composing, senderOf, namesOf, everyMs, around, note, onNewest, onAround } = props;
  const t = useTexts(inboxTexts);
  const formats = useFormats();
  const nowMs = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const input = useMemo(
    () => ({ id: conversation.id, limit: PAGE, ...(around === undefined ? {} : { around }) }),
    [conversation.id, around],
  );
  const isAtNewest = useRef(true);
  const messages = useGrowingList('list-conversation-messages', input, {
    order: BY_ID,
    everyMs,
    mayForget: isAtNewest,
  });
  const { error, hasOlder, readOlder, change } = messages;
  useLayoutEffect(() => {
    composing.change.current = change;
  }, [composing, change]);
  // Loaded before a message has the focus: Tab can reach only rendered actions.
  useEffect(() => void loadActions(), []);
  const acts = useActs(conversation, change);
  const isExcerpt = around !== undefined;
  const ofNotes = useNotes(conversation.id, messages.items.at(-1)?.message_id);
  // Messages and a sought note appear together: rows that are added above the note would move it.
  const isAwaited = note !== undefined && ofNotes.isReading && !ofNotes.error;
  const isPending = isAwaited || messages.isPending;
  const items = isPending ? NO_MESSAGES : messages.items;
  const notes = useMemo(
    () => placeNotes(items, isPending ? NO_NOTES : ofNotes.items, { hasOlder, isExcerpt }),
    [items, isPending, ofNotes.items, hasOlder, isExcerpt],
  );
  const [task, setTask] = useState<NoteTask | null>(null);
  const editNote = useCallback((note: Note): void => setTask({ what: 'edit', note }), []);
  const deleteNote = useCallback((note: Note): void => setTask({ what: 'delete', note }), []);
  const entries = useRows(items, isExcerpt ? NONE : outbox.pending, notes);
  const votes = useMemo(() => countVotes(items), [items]);
  const rows = useVirtualizer({
    count: entries.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESSED_PX,
    getItemKey: entries.keyAt,
    overscan: 8,
    anchorTo: 'end',
    // An excerpt begins at the sought row.
    followOnAppend: !isExcerpt,
    scrollEndThreshold: 120,
  });
  useStayAtEnd(scroller, rows.getTotalSize(), !isExcerpt);
  const visible = useVisibleFirst(rows);
  const firstShown = visible[0]?.index ?? 0;
  useEffect(() => {
    if (hasOlder && firstShown < AHEAD) readOlder();
  }, [hasOlder, firstShown, readOlder]);
  /** The row to highlight: a search result, a note, or the message that a quote leads to. */
  const [marked, setMarked] = useState(note ?? around);
  const sought = useMemo(() => entries.indexOf(note ?? around), [entries, note, around]);
  const isFound = useRef(false);
  useEffect(() => {
    if (sought < 0 || isFound.current) return;
    isFound.current = true;
    rows.scrollToIndex(sought, { align: 'center' });
  }, [sought, rows]);
  // A new answer scrolls to the end.
  const hasPending = outbox.pending.length > 0;
  useEffect(() => {
    if (isExcerpt && hasPending) onNewest();
  }, [isExcerpt, hasPending, onNewest]);
  const isAtEnd = !isExcerpt && (visible.at(-1)?.index ?? 0) >= entries.count - 2;
  useEffect(() => {
    isAtNewest.current = isAtEnd && firstShown > AHEAD;
  }, [isAtEnd, firstShown]);
  const show = (id: string): void => {
    const at = entries.indexOf(id);
    if (at >= 0) {
      setMarked(id);
      rows.scrollToIndex(at, { align: 'center' });
    } else onAround(id);
  };
  const toEnd = (): void => (isExcerpt ? onNewest() : rows.scrollToIndex(entries.count - 1, { align: 'end' }));
  const latest = useRef({ outbox, show, toEnd });
  useLayoutEffect(() => {
    latest.current = { outbox, show, toEnd };
  });
  // Stable functions: new ones would render every message again.
  const retry = useCallback((message: Message): void => {
    void latest.current.outbox.sendOnce(`retry-${message.message_id}`, answerOf(message), shownOf(message));
  }, []);
  const showQuoted = useCallback((id: string): void => latest.current.show(id), []);
  const goToEnd = useCallback((): void => latest.current.toEnd(), []);
  const deleted = useCallback(
    (id: string): void => change(id, (message) => ({ ...message, text: '', revoked_at: new Date().toISOString() })),
    [change],
  );
  const { active, handlers } = useActiveRow(scroller, entries);
  const walk = useWalk(scroller, {
    count: entries.count,
    lastShown: rows.range?.endIndex ?? entries.count - 1,
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'auto' }),
  });
  const actionsOf = (message: Message) => {
    const { channel } = conversation;
    const allowed = allowedActs(channel, message);
    const canAnswer = !isWindowOver(conversation, nowMs);
    const offered = { ...allowed, quote: allowed.quote && canAnswer };
    if (!Object.values(offered).includes(true)) return null;
    return (
      <Suspense>
        <MessageActions
          channel={channel}
          message={message}
          allowed={offered}
          isOurs={message.direction === 'out'}
          reaction={ownReaction(message, ownAddress(conversation))}
          emojis={reactionsOn(channel)}
          onReact={acts.react}
          onQuote={composing.quote}
          onEdit={composing.edit}
          onDeleted={deleted}
        />
      </Suspense>
    );
  };
  const changes = useChanges(conversation.id, entries, {
    count: entries.count - (isExcerpt ? 0 : outbox.pending.length),
    isFromStart: !hasOlder && !isPending,
    isToEnd: !isExcerpt,
  });
  const linesAt = (index: number) => {
    const decided = changes.get(index);
    return decided && <ChangeLines changes={decided} namesOf={namesOf} />;
  };
  const topIndex = rows.range?.startIndex ?? 0;
  const topAt = entries.beginsDay(topIndex) ? undefined : entries.timeAt(topIndex);
  return (
    <div className="relative min-h-0 flex-1">
      {topAt !== undefined && (
        <p
          aria-hidden
          className="pointer-events-none absolute inset-x-0 top-2 z-20 mx-auto w-fit rounded-full bg-raised px-3 text-sm text-muted shadow-sm"
        >
          {formats.date(topAt)}
        </p>
      )}
      <div
        ref={scroller}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={t('messages', { name: nameOf(conversation) })}
        onKeyDown={walk}
        {...handlers}
        className="h-full overflow-x-hidden overflow-y-auto [overflow-anchor:none]"
      >
        <Problem error={error ?? ofNotes.error} />
        {isPending && <Loading className="p-4 text-muted" />}
        <div className="relative" style={{ height: rows.getTotalSize() }}>
          {visible.map(({ index, key, start }) => {
            const [message, pending] = [entries.messageAt(index), entries.pendingAt(index)];
            const noteHere = entries.noteAt(index);
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-current={key === marked ? 'true' : undefined}
                className={`absolute inset-x-0 contain-layout contain-style ${key === marked ? 'bg-accent-soft' : ''}`}
                style={{ top: start }}
              >
                {index === 0 && linesAt(-1)}
                {message && (
                  <MessageBubble
                    message={message}
                    beginsDay={entries.beginsDay(index)}
                    beginsGroup={entries.beginsGroup(index)}
                    endsGroup={entries.endsGroup(index)}
                    senderOf={senderOf}
                    votes={votes.get(message.message_id)}
                    actions={active === key ? actionsOf(message) : null}
                    onRetry={retry}
                    onCancel={acts.cancel}
                    onShow={showQuoted}
                  />
                )}
                {noteHere && (
                  <Suspense fallback={<div style={{ height: GUESSED_PX }} />}>
                    <NoteBubble
                      note={noteHere}
                      beginsDay={entries.beginsDay(index)}
                      isActive={active === key}
                      onEdit={editNote}
                      onDelete={deleteNote}
                    />
                  </Suspense>
                )}
                {linesAt(index)}
                {pending && <PendingBubble entry={pending} outbox={outbox} nowMs={nowMs} />}
              </div>
            );
          })}
        </div>
      </div>
      {acts.error && (
        <div className="absolute inset-x-4 bottom-3 z-20">
          <Problem error={acts.error} />
        </div>
      )}
      {task && (
        <Suspense>
          <NoteDialogs task={task} onClose={() => setTask(null)} />
        </Suspense>
      )}
      {!isAtEnd && <EndButton onClick={goToEnd} />}
    </div>
  );
}
