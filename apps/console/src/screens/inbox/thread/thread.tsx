import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { inboxTexts } from '../../../texts/inbox.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useChanges } from '../changes/use-changes.ts';
import type { PendingAnswer } from '../compose/outbox.ts';
import type { Composing } from '../compose/use-composing.ts';
import type { Outbox } from '../compose/use-outbox.ts';
import { type Conversation, nameOf } from '../conversation/conversation.ts';
import type { Sender, SentMessage } from '../conversation/use-sender-name.ts';
import { DayName } from '../days/day-name.tsx';
import type { NoteTask } from '../notes/note-dialogs.tsx';
import { countVotes } from './content/count-votes.ts';
import { EndButton } from './end-button.tsx';
import { loadActions, ThreadRow } from './thread-row.tsx';
import { useActiveRow } from './use-active-row.ts';
import { useActs } from './use-acts.ts';
import { type Rows, useRows } from './use-rows.ts';
import { type ThreadContent, useThreadContent } from './use-thread-content.ts';
import { type ThreadScroll, useThreadScroll } from './use-thread-scroll.ts';
import { useWalk } from './use-walk.ts';

const NoteDialogs = lazy(() => import('../notes/note-dialogs.tsx').then((file) => ({ default: file.NoteDialogs })));

const NONE: readonly PendingAnswer[] = [];

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
  const nowMs = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const isExcerpt = around !== undefined;
  const content = useThreadContent({ conversationId: conversation.id, everyMs, around, note });
  const { messages, hasOlder, isPending, change } = content;
  useLayoutEffect(() => {
    composing.change.current = change;
  }, [composing, change]);
  // Loaded before a message has the focus: Tab can reach only rendered actions.
  useEffect(() => void loadActions(), []);
  const acts = useActs(conversation, outbox, change);
  const pending = isExcerpt ? NONE : outbox.pending;
  const entries = useRows(messages, pending, content.notes);
  const votes = useMemo(() => countVotes(messages), [messages]);
  const scroll = useThreadScroll(scroller, entries, { ...content, around, note, onNewest, onAround });
  // A new answer scrolls to the end.
  const hasPending = outbox.pending.length > 0;
  useEffect(() => {
    if (isExcerpt && hasPending) onNewest();
  }, [isExcerpt, hasPending, onNewest]);
  const changes = useChanges(conversation.id, entries, {
    count: entries.count - pending.length,
    isFromStart: !hasOlder && !isPending,
    isToEnd: !isExcerpt,
  });
  const [task, setTask] = useState<NoteTask | null>(null);
  const ofRows = { conversation, outbox, composing, acts, senderOf, namesOf, votes, changes, nowMs };
  return (
    <div className="relative min-h-0 flex-1">
      <TopDay entries={entries} index={scroll.rows.range?.startIndex ?? 0} />
      <Log name={nameOf(conversation)} {...{ scroller, entries, scroll, content }}>
        {(index, isActive) => (
          <ThreadRow {...{ entries, index, isActive }} {...ofRows} onShow={scroll.show} onNoteTask={setTask} />
        )}
      </Log>
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
      {!scroll.isAtEnd && <EndButton onClick={scroll.toEnd} />}
    </div>
  );
}

/** The day of the first visible row, unless that row shows it. */
function TopDay({ entries, index }: { entries: Rows; index: number }) {
  const at = entries.beginsDay(index) ? undefined : entries.timeAt(index);
  if (at === undefined) return null;
  return (
    <p
      aria-hidden
      className="pointer-events-none absolute inset-x-0 top-2 z-20 mx-auto w-fit rounded-full bg-raised px-3 text-sm text-muted shadow-sm"
    >
      <DayName at={at} />
    </p>
  );
}

interface LogProps {
  /** The name of the person. */
  name: string;
  scroller: RefObject<HTMLDivElement | null>;
  entries: Rows;
  scroll: ThreadScroll;
  content: ThreadContent;
  children: (index: number, isActive: boolean) => ReactNode;
}

/** The scrolling part: the visible rows, which the arrow keys walk. */
function Log({ name, scroller, entries, scroll, content, children }: LogProps) {
  const t = useTexts(inboxTexts);
  const { rows, visible, marked } = scroll;
  const { active, handlers } = useActiveRow(scroller, entries);
  const walk = useWalk(scroller, {
    count: entries.count,
    lastShown: rows.range?.endIndex ?? entries.count - 1,
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'auto' }),
  });
  return (
    <div
      ref={scroller}
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={t('messages', { name })}
      onKeyDown={walk}
      {...handlers}
      className="flex h-full flex-col overflow-x-hidden overflow-y-auto [overflow-anchor:none]"
    >
      <Problem error={content.error} />
      {content.isPending && <Loading className="p-4 text-muted" />}
      <div className="relative mt-auto shrink-0" style={{ height: rows.getTotalSize() }}>
        {visible.map(({ index, key, start }) => (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-current={key === marked ? 'true' : undefined}
            className={`absolute inset-x-0 contain-layout contain-style ${key === marked ? 'bg-accent-soft' : ''}`}
            style={{ top: start }}
          >
            {children(index, active === key)}
          </div>
        ))}
      </div>
    </div>
  );
}
