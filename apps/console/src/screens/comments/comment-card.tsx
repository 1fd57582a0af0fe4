import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { AnswerForm } from './answer-form.tsx';
import { commentsTexts } from './texts.ts';

export type Comment = OutputOf<'list-comments'>['comments'][number];

/** One comment as it was written, and a place to answer it. */
export function CommentCard({ comment, onPost }: { comment: Comment; onPost: ((id: string) => void) | null }) {
  const t = useTexts(commentsTexts);
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { comment_id: id, platform, from, text, post_id: post, parent_id: parent, created_at: at, replied } = comment;
  const author = from.name || from.id || t('hidden');
  return (
    <li className={`grid gap-2 rounded-xl border border-line bg-surface p-4 ${parent === null ? '' : 'ms-6 sm:ms-10'}`}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="font-semibold">{author}</bdi>
        {parent !== null && <span className="text-sm text-muted">{t('in_reply')}</span>}
        {replied && <Badge look="good">{t('replied')}</Badge>}
        <time dateTime={at} className="ms-auto text-sm text-muted">
          {formats.dateTime(at)}
        </time>
      </p>
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:isolate]">
        {text}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {!isOpen && (
          <Button aria-label={`${t('answer')}: ${author}`} onClick={() => setOpen(true)}>
            {t('answer')}
          </Button>
        )}
        {onPost && (
          <Button look="quiet" onClick={() => onPost(post)}>
            <span className="max-w-64 truncate">{t('post', { id: post })}</span>
          </Button>
        )}
      </div>
      {isOpen && <AnswerForm commentId={id} platform={platform} />}
    </li>
  );
}
