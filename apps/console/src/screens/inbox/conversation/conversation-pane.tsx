import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { useChange, useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { withTexts } from '../../../i18n/load-texts.ts';
import { attachTexts } from '../../../texts/conversation.ts';
import { actionTexts } from '../../../texts/inbox.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { useDropZone } from '../attach/use-drop-zone.ts';
import { Composer } from '../compose/composer.tsx';
import { type Composing, useComposing } from '../compose/use-composing.ts';
import { useOutbox } from '../compose/use-outbox.ts';
import { WarnOfOthers } from '../presence/others-here.tsx';
import { type Presence, usePresence } from '../presence/use-presence.ts';
import { Thread } from '../thread/thread.tsx';
import type { Asked } from './asked.ts';
import { type Conversation, isWindowOver, nameOf } from './conversation.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { type Decision, useDeciding } from './use-deciding.ts';
import { useSender } from './use-sender-name.ts';

/** Loaded on demand: most conversations consist of messages. */
const CommentThread = lazy(() =>
  withTexts(import('./comment-thread.tsx'), 'comments').then((file) => ({ default: file.CommentThread })),
);
/** Few accounts are shared with another app. */
const ThreadOwner = lazy(() =>
  withTexts(import('./thread-owner.tsx'), 'inbox-more').then((file) => ({ default: file.ThreadOwner })),
);
const PersonPanel = lazy(() =>
  withTexts(import('../person/person-panel.tsx'), 'inbox-more').then((file) => ({ default: file.PersonPanel })),
);

interface Props {
  id: number;
  namesOf: ReadonlyMap<string, string>;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The answer button of the newest comment, if there is no text field. */
  answerButton: RefObject<HTMLButtonElement | null>;
  everyMs: number;
  /** The message to scroll to. */
  around: string | undefined;
  /** The note to scroll to instead, which was written after that message. */
  note: string | undefined;
  onNewest: () => void;
  /** Shows the messages around one that was not read. */
  onAround: (messageId: string) => void;
  onAsk: (asked: Asked) => void;
  /** Called after a change, with the conversation as it was before. */
  onDecided: (before: Conversation, decision: Decision) => void;
  /** Opens the next conversation, and resolves this one once the answer was sent. */
  onGoOn: (conversation: Conversation, sent: Promise<boolean>) => void;
}

/** Marks an unread conversation as read while it is shown. */
function useReading({ id, unread }: Conversation): void {
  const { mutate } = useChange('mark-conversation-read', { refreshes: ['list-conversations', 'get-conversation'] });
  useEffect(() => {
    if (unread > 0 && document.visibilityState === 'visible') mutate({ id });
  }, [id, unread, mutate]);
}

interface OpenProps extends Omit<Props, 'id'> {
  conversation: Conversation;
}

function OpenConversation({ conversation, ...rest }: OpenProps) {
  const { namesOf, note, onAsk, onDecided } = rest;
  const composing = useComposing(rest.field);
  const deciding = useDeciding(onDecided);
  const t = useTexts(actionTexts);
  const [isPersonShown, setPersonShown] = useState(false);
  // Notes about comments are in the panel only.
  const noteInPanel = conversation.kind === 'comments' ? note : undefined;
  useEffect(() => {
    if (noteInPanel !== undefined) setPersonShown(true);
  }, [noteInPanel]);
  useReading(conversation);
  const presence = usePresence(conversation.id);
  const ofAttach = useTexts(attachTexts);
  const zone = useDropZone(composing.drop);
  const takesFiles = conversation.kind === 'messages' && !isWindowOver(conversation, Date.now());
  return (
    <div className={`grid h-full min-h-0 grid-rows-[minmax(0,1fr)] ${isPersonShown ? 'lg:grid-cols-[1fr_18rem]' : ''}`}>
      <div
        className={`relative min-h-0 min-w-0 flex-col ${isPersonShown ? 'hidden lg:flex' : 'flex'}`}
        {...(takesFiles ? zone.handlers : {})}
      >
        {takesFiles && zone.isOver && (
          <p className="pointer-events-none absolute inset-2 z-30 grid place-content-center rounded-xl border-2 border-dashed border-accent bg-accent-soft text-lg font-semibold">
            {ofAttach('drop')}
          </p>
        )}
        <ConversationHeader
          conversation={conversation}
          namesOf={namesOf}
          deciding={deciding}
          isPersonShown={isPersonShown}
          onPerson={() => setPersonShown(!isPersonShown)}
          onAsk={onAsk}
          others={presence.others}
        />
        {conversation.kind === 'comments' ? (
          <Comments {...{ conversation, presence }} {...rest} />
        ) : (
          <Messages {...{ conversation, presence, composing }} {...rest} />
        )}
      </div>
      {isPersonShown && (
        <div className="flex min-h-0 flex-col">
          <Button className="m-2 self-start lg:hidden" onClick={() => setPersonShown(false)}>
            {t('person_hide')}
          </Button>
          <Suspense>
            <PersonPanel id={conversation.id} note={noteInPanel} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

interface ShownProps extends OpenProps {
  presence: Presence;
}

function Comments({ conversation, presence, namesOf, everyMs, answerButton }: ShownProps) {
  return (
    <div onInput={presence.noteInput} className="flex min-h-0 flex-1 flex-col">
      <Suspense fallback={<div className="flex-1" />}>
        <CommentThread conversation={conversation} everyMs={everyMs} answerButton={answerButton} />
      </Suspense>
      <WarnOfOthers people={presence.others} namesOf={namesOf} />
    </div>
  );
}

function Messages({ conversation, presence, composing, ...rest }: ShownProps & { composing: Composing }) {
  const { namesOf, field, everyMs, around, note, onNewest, onAround, onGoOn } = rest;
  const outbox = useOutbox(conversation.id);
  const senderOf = useSender(namesOf, nameOf(conversation));
  return (
    <>
      <Thread
        key={note ?? around ?? 'newest'}
        {...{ conversation, outbox, composing, senderOf, namesOf, everyMs, around, note, onNewest, onAround }}
      />
      <WarnOfOthers people={presence.others} namesOf={namesOf} />
      {(conversation.thread_owner ?? 'unshared') !== 'unshared' && (
        <Suspense>
          <ThreadOwner key={conversation.id} conversation={conversation} />
        </Suspense>
      )}
      <div onInput={presence.noteInput}>
        <Composer
          {...{ conversation, outbox, field, composing }}
          quotedName={composing.target ? senderOf(composing.target.message).name : ''}
          onGoOn={(sent) => onGoOn(conversation, sent)}
        />
      </div>
    </>
  );
}

/** The chosen conversation. */
export function ConversationPane({ id, ...rest }: Props) {
  const found = useOperation('get-conversation', { id }, { everyMs: rest.everyMs });
  if (found.data) return <OpenConversation conversation={found.data} {...rest} />;
  return <div className="p-4">{found.error ? <Problem error={found.error} /> : <Loading />}</div>;
}
