import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Problem } from '../../ui/problem.tsx';
import { actionTexts } from './action-texts.ts';
import type { Asked } from './asked.ts';
import { Composer } from './compose/composer.tsx';
import { useComposing } from './compose/use-composing.ts';
import { useOutbox } from './compose/use-outbox.ts';
import { type Conversation, nameOf } from './conversation.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { WarnOfOthers } from './others-here.tsx';
import { Thread } from './thread/thread.tsx';
import { useDeciding } from './use-deciding.ts';
import { usePresence } from './use-presence.ts';
import { useSender } from './use-sender-name.ts';

/** Loaded on demand: most conversations consist of messages. */
const CommentThread = lazy(() => import('./comment-thread.tsx').then((file) => ({ default: file.CommentThread })));
const PersonPanel = lazy(() => import('./person-panel.tsx').then((file) => ({ default: file.PersonPanel })));

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

function OpenConversation({
  conversation,
  namesOf,
  field,
  answerButton,
  everyMs,
  around,
  note,
  onNewest,
  onAround,
  onAsk,
  onGoOn,
}: Omit<Props, 'id'> & { conversation: Conversation }) {
  const outbox = useOutbox(conversation.id);
  const composing = useComposing(field);
  const senderOf = useSender(namesOf, nameOf(conversation));
  const deciding = useDeciding(conversation.id);
  const t = useTexts(actionTexts);
  const [isPersonShown, setPersonShown] = useState(false);
  // Notes about comments are in the panel only.
  const noteInPanel = conversation.kind === 'comments' ? note : undefined;
  useEffect(() => {
    if (noteInPanel !== undefined) setPersonShown(true);
  }, [noteInPanel]);
  useReading(conversation);
  const presence = usePresence(conversation.id);
  return (
    <div className={`grid h-full min-h-0 grid-rows-[minmax(0,1fr)] ${isPersonShown ? 'lg:grid-cols-[1fr_18rem]' : ''}`}>
      <div className={`min-h-0 min-w-0 flex-col ${isPersonShown ? 'hidden lg:flex' : 'flex'}`}>
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
          <div onInput={presence.noteInput} className="flex min-h-0 flex-1 flex-col">
            <Suspense fallback={<div className="flex-1" />}>
              <CommentThread conversation={conversation} everyMs={everyMs} answerButton={answerButton} />
            </Suspense>
            <WarnOfOthers people={presence.others} namesOf={namesOf} />
          </div>
        ) : (
          <>
            <Thread
              key={note ?? around ?? 'newest'}
              conversation={conversation}
              outbox={outbox}
              composing={composing}
              senderOf={senderOf}
              namesOf={namesOf}
              everyMs={everyMs}
              around={around}
              note={note}
              onNewest={onNewest}
              onAround={onAround}
            />
            <WarnOfOthers people={presence.others} namesOf={namesOf} />
            <div onInput={presence.noteInput}>
              <Composer
                conversation={conversation}
                outbox={outbox}
                field={field}
                composing={composing}
                quotedName={composing.target ? senderOf(composing.target.message).name : ''}
                onGoOn={(sent) => onGoOn(conversation, sent)}
              />
            </div>
          </>
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

/** The chosen conversation. */
export function ConversationPane({ id, ...rest }: Props) {
  const found = useOperation('get-conversation', { id }, { everyMs: rest.everyMs });
  if (found.data) return <OpenConversation conversation={found.data} {...rest} />;
  return <div className="p-4">{found.error ? <Problem error={found.error} /> : <Loading />}</div>;
}
