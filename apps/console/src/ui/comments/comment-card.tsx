import { Link } from '@tanstack/react-router';
import { type Ref, useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { commentsTexts } from '../../texts/comments.ts';
import { Button, buttonClass } from '../buttons/button.tsx';
import { Ago } from '../marks/ago.tsx';
import { Avatar } from '../marks/avatar.tsx';
import { Badge } from '../marks/badge.tsx';
import { LongText } from '../text/long-text.tsx';
import { AnswerForm } from './answer-form.tsx';

type Listed = OutputOf<'list-comments'>['comments'][number];
type InThread = OutputOf<'list-comment-thread'>['comments'][number];

/** The fields of a comment that lists return, and further ones of a thread. */
export type Comment = Pick<
  Listed,
  'comment_id' | 'platform' | 'from' | 'text' | 'media' | 'post_id' | 'parent_id' | 'created_at' | 'replied'
> &
  Partial<Pick<InThread, 'is_own' | 'is_removed' | 'edited_at' | 'direct_conversation_id'>>;

interface Props {
  comment: Comment;
  onPost: ((id: string) => void) | null;
  /** The button that the shortcut for answers focuses. */
  answerButton?: Ref<HTMLButtonElement> | undefined;
}

/** One comment, with a form to answer it. */
export function CommentCard({ comment, onPost, answerButton }: Props) {
  const t = useTexts(commentsTexts);
  const [isOpen, setOpen] = useState(false);
  const { comment_id: id, platform, from, text, post_id: post, parent_id: parent, created_at: at, replied } = comment;
  const { is_own: isOwn = false, is_removed: isRemoved = false, direct_conversation_id: direct } = comment;
  const author = isOwn ? t('own') : from.name || from.id || t('hidden');
  const mayAnswer = !isOwn && !isRemoved;
  return (
    <li className={`grid gap-2 rounded-xl border border-line bg-surface p-4 ${parent === null ? '' : 'ms-6 sm:ms-10'}`}>
      <p className="flex flex-wrap items-center gap-x-2">
        <Avatar name={author} seed={from.id || author} />
        <bdi className="font-semibold">{author}</bdi>
        {parent !== null && <span className="text-sm text-muted">{t('in_reply')}</span>}
        {replied && <Badge look="good">{t('replied')}</Badge>}
        {comment.edited_at && <span className="text-sm text-muted">{t('edited')}</span>}
        <span className="ms-auto text-sm text-muted">
          <Ago at={at} />
        </span>
      </p>
      {isRemoved ? <p className="text-muted italic">{t('removed')}</p> : <LongText text={text} />}
      {comment.media && comment.media.length > 0 && (
        <p className="flex flex-wrap gap-x-4">
          {comment.media.map(({ type, url }) => (
            <a key={url} href={url} target="_blank" rel="noreferrer" className="underline">
              {t(type)}
            </a>
          ))}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {mayAnswer && !isOpen && (
          <Button ref={answerButton} aria-label={`${t('answer')}: ${author}`} onClick={() => setOpen(true)}>
            {t('answer')}
          </Button>
        )}
        {typeof direct === 'number' && !isOpen && (
          <Link to="/inbox" search={{ id: direct }} className={buttonClass('quiet')}>
            {t('direct')}
          </Link>
        )}
        {onPost && !isOwn && (
          <Button look="quiet" onClick={() => onPost(post)}>
            {t('post')}
            <bdi className="max-w-48 truncate font-mono text-xs font-normal text-muted">{post}</bdi>
          </Button>
        )}
      </div>
      {isOpen && mayAnswer && <AnswerForm commentId={id} platform={platform} />}
    </li>
  );
}
