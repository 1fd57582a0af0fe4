import { type RefObject, useState } from 'react';
import { useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { personTexts } from '../../../texts/conversation.ts';
import { CommentCard } from '../../../ui/comments/comment-card.tsx';
import { orderThreads } from '../../../ui/comments/order-threads.ts';
import { TurnPages } from '../../../ui/comments/turn-pages.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { type Conversation, nameOf } from './conversation.ts';

const PAGE = 20;

interface Props {
  conversation: Conversation;
  everyMs: number;
  /** The button to answer the person's newest comment. */
  answerButton: RefObject<HTMLButtonElement | null>;
}

/** A person's comments below posts, in their threads; each can be answered publicly and privately. */
export function CommentThread({ conversation, everyMs, answerButton }: Props) {
  const t = useTexts(personTexts);
  const [cursor, setCursor] = useState<string | null>(null);
  const { data, error, isPending } = useOperation(
    'list-comment-thread',
    { id: conversation.id, limit: PAGE, ...(cursor === null ? {} : { cursor }) },
    { everyMs },
  );
  const comments = data?.comments ?? [];
  const newest = comments.find(({ conversation_id: of, is_removed }) => of === conversation.id && !is_removed);
  return (
    <section
      aria-label={t('comments_of', { name: nameOf(conversation) })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="grid min-h-0 flex-1 content-start gap-3 overflow-y-auto p-4"
    >
      <Problem error={error} />
      {isPending && <Loading className="text-muted" />}
      <ul className="grid gap-3">
        {orderThreads(comments).map((comment) => (
          <CommentCard
            key={comment.comment_id}
            comment={comment}
            onPost={null}
            answerButton={comment === newest ? answerButton : undefined}
          />
        ))}
      </ul>
      <TurnPages cursor={cursor} next={data?.next_cursor} onTurn={setCursor} />
    </section>
  );
}
