import { useState } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useLiveEvents } from '../../live/live-context.tsx';
import { commentsTexts } from '../../texts/comments.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import type { Platform } from '../../ui/comments/answer-form.tsx';
import { type Comment, CommentCard } from '../../ui/comments/comment-card.tsx';
import { orderThreads } from '../../ui/comments/order-threads.ts';
import { TurnPages } from '../../ui/comments/turn-pages.tsx';
import { ChoiceField } from '../../ui/fields/kinds-of-field.tsx';
import { useAddressFilters } from '../../ui/lists/address-filters.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { EmptyPage, Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

const PLATFORMS: readonly Platform[] = ['fb', 'ig', 'tt'];
const PAGE = 50;
/** Poll interval, for changes whose hint was lost. */
const EVERY_MS = 10_000;

const LISTS = ['list-comments', 'list-comment-answers'] as const;
const LIVE = { 'comment.received': LISTS, inbox_changed: LISTS } as const;
const NEWEST_FIRST = (a: Comment, b: Comment): number => Date.parse(b.created_at) - Date.parse(a.created_at);

interface Shown {
  platform: Platform;
  post: string | null;
  /** Null for the newest page. */
  cursor: string | null;
}

function Comments({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  const t = useTexts(commentsTexts);
  const { platform, post, cursor } = shown;
  const { data, error, isPending } = useOperation(
    'list-comments',
    { platform, limit: PAGE, ...(post === null ? {} : { post_id: post }), ...(cursor === null ? {} : { cursor }) },
    { everyMs: EVERY_MS },
  );
  const answered = (data?.comments ?? []).filter(({ replied }) => replied).map(({ comment_id }) => comment_id);
  const answers = useOperation(
    'list-comment-answers',
    { platform, comment_ids: answered },
    { isOn: answered.length > 0, everyMs: EVERY_MS, isKept: true },
  );
  const shownComments = [...(answers.data?.comments ?? []), ...(data?.comments ?? [])];
  if (isPending) return <Loading />;
  return (
    <>
      <Problem error={error ?? answers.error} />
      {data?.count === 0 && <EmptyPage title={t('empty')}>{t('empty_lead')}</EmptyPage>}
      <ul aria-label={t('title')} className="grid gap-3">
        {orderThreads(shownComments.toSorted(NEWEST_FIRST)).map((comment) => (
          <CommentCard
            key={comment.comment_id}
            comment={comment}
            onPost={post === null ? (id) => onChange({ platform, post: id, cursor: null }) : null}
          />
        ))}
      </ul>
      <TurnPages cursor={cursor} next={data?.next_cursor} onTurn={(to) => onChange({ ...shown, cursor: to })} />
    </>
  );
}

/** Comments of the pages and accounts, in threads (docs/reference/console.md#comments). */
export function CommentsScreen() {
  useLiveEvents(LIVE);
  const t = useTexts(commentsTexts);
  const [filters, show] = useAddressFilters<'platform' | 'post'>();
  const [page, setPage] = useState<{ of: string; cursor: string | null }>({ of: '', cursor: null });
  const platform = PLATFORMS.find((one) => one === filters.platform) ?? 'fb';
  const post = filters.post ?? null;
  const of = `${platform} ${post}`;
  // Another filter starts at its newest page.
  const shown: Shown = { platform, post, cursor: page.of === of ? page.cursor : null };
  const change = (next: Shown): void => {
    if (next.platform !== platform || next.post !== post) show({ platform: next.platform, post: next.post ?? '' });
    setPage({ of: `${next.platform} ${next.post}`, cursor: next.cursor });
  };
  return (
    <Page title={t('title')}>
      <div className="flex flex-wrap items-end gap-3">
        <ChoiceField
          label={t('platform')}
          values={PLATFORMS}
          value={shown.platform}
          textOf={t}
          onChoose={(platform) => change({ platform, post: null, cursor: null })}
        />
        {shown.post !== null && (
          <Button onClick={() => change({ ...shown, post: null, cursor: null })}>{t('all_posts')}</Button>
        )}
        {shown.post !== null && shown.platform === 'fb' && (
          <a
            href={`https://www.facebook.com/${encodeURIComponent(shown.post)}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('quiet')}
          >
            {t('open_post')}
          </a>
        )}
      </div>
      <Comments key={JSON.stringify(shown)} shown={shown} onChange={change} />
    </Page>
  );
}
