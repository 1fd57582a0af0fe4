import { lazy, Suspense } from 'react';
import { ChangeLines } from '../changes/change-lines.tsx';
import type { Change } from '../changes/use-changes.ts';
import type { Composing } from '../compose/use-composing.ts';
import type { Outbox } from '../compose/use-outbox.ts';
import { type Conversation, isWindowOver, type Message } from '../conversation/conversation.ts';
import type { Sender, SentMessage } from '../conversation/use-sender-name.ts';
import type { NoteTask } from '../notes/note-dialogs.tsx';
import { allowedActs, reactionsOn } from './allowed-acts.ts';
import { MessageBubble } from './message-bubble.tsx';
import { PendingBubble } from './pending-bubble.tsx';
import { type Acts, ownAddress, ownReaction } from './use-acts.ts';
import type { Rows } from './use-rows.ts';
import { GUESSED_PX } from './use-thread-scroll.ts';

export const loadActions = () => import('./message-actions.tsx');
const MessageActions = lazy(() => loadActions().then((file) => ({ default: file.MessageActions })));
const NoteBubble = lazy(() => import('../notes/note-bubble.tsx').then((file) => ({ default: file.NoteBubble })));

/** Members that all rows of a thread share. */
interface Shared {
  conversation: Conversation;
  outbox: Outbox;
  composing: Composing;
  acts: Acts;
  senderOf: (sent: SentMessage) => Sender;
  namesOf: ReadonlyMap<string, string>;
  /** Votes of each poll, by its message. */
  votes: ReadonlyMap<string, ReadonlyMap<number, number>>;
  changes: ReadonlyMap<number, readonly Change[]>;
  nowMs: number;
  onShow: (messageId: string) => void;
  onNoteTask: (task: NoteTask) => void;
}

interface Props extends Shared {
  entries: Rows;
  index: number;
  /** Whether it has the pointer or the focus. */
  isActive: boolean;
}

/** A row of the thread: a message, a note or an unconfirmed answer, with the changes of the conversation after it. */
export function ThreadRow({ entries, index, isActive, ...shared }: Props) {
  const { conversation, outbox, composing, acts, senderOf, votes, nowMs, onShow, onNoteTask } = shared;
  const [message, note, pending] = [entries.messageAt(index), entries.noteAt(index), entries.pendingAt(index)];
  const putBack = isWindowOver(conversation, nowMs) ? null : composing.putBack;
  return (
    <>
      {index === 0 && <Changes after={-1} {...shared} />}
      {message && (
        <MessageBubble
          message={message}
          channel={conversation.channel}
          beginsDay={entries.beginsDay(index)}
          beginsGroup={entries.beginsGroup(index)}
          endsGroup={entries.endsGroup(index)}
          senderOf={senderOf}
          votes={votes.get(message.message_id)}
          actions={isActive ? <Actions message={message} {...shared} /> : null}
          onRetry={acts.retry}
          onPutBack={putBack}
          onCancel={acts.cancel}
          onShow={onShow}
        />
      )}
      {note && (
        <Suspense fallback={<div style={{ height: GUESSED_PX }} />}>
          <NoteBubble note={note} beginsDay={entries.beginsDay(index)} isActive={isActive} onTask={onNoteTask} />
        </Suspense>
      )}
      <Changes after={index} {...shared} />
      {pending && (
        <PendingBubble
          entry={pending}
          channel={conversation.channel}
          outbox={outbox}
          nowMs={nowMs}
          onPutBack={putBack}
        />
      )}
    </>
  );
}

function Changes({ after, changes, namesOf }: { after: number } & Shared) {
  const decided = changes.get(after);
  return decided && <ChangeLines changes={decided} namesOf={namesOf} />;
}

/** The actions that the channel, the message and the reply window allow; none if there is no such action. */
function Actions({ message, conversation, composing, acts, nowMs }: { message: Message } & Shared) {
  const { channel } = conversation;
  const allowed = allowedActs(channel, message);
  const offered = { ...allowed, quote: allowed.quote && !isWindowOver(conversation, nowMs) };
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
        onDeleted={acts.markDeleted}
      />
    </Suspense>
  );
}
