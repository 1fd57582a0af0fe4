import { useState } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useLiveEvents } from '../../live/live-context.tsx';
import { useAddressFilters } from '../../ui/address-filters.ts';
import { Button } from '../../ui/button.tsx';
import type { Platform } from '../../ui/comments/answer-form.tsx';
import { CommentCard } from '../../ui/comments/comment-card.tsx';
import { orderThreads } from '../../ui/comments/order-threads.ts';
import { commentsTexts } from '../../ui/comments/texts.ts';
import { TurnPages } from '../../ui/comments/turn-pages.tsx';
import { ChoiceField } from '../../ui/kinds-of-field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { EmptyPage, Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';

const PLATFORMS: readonly Platform[] = ['fb', 'ig', 'tt'];
const PAGE = 50;
/** Poll interval, for changes whose hint was lost. */
const EVERY_MS = 10_000;

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
  if (isPending) return <Loading />;
  return (
    <>
      <Problem error={error} />
      {data?.count === 0 && <EmptyPage title={t('empty')}>{t('empty_lead')}</EmptyPage>}
      <ul aria-label={t('title')} className="grid gap-3">
        {orderThreads(data?.comments ?? []).map((comment) => (
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
  useLiveEvents({ 'comment.received': ['list-comments'], inbox_changed: ['list-comments'] });
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
      </div>
      <Comments key={JSON.stringify(shown)} shown={shown} onChange={change} />
    </Page>
  );
}
