import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { ChannelMark } from '../../ui/channel-mark.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { searchTexts } from './texts.ts';

/** A page looks at a bounded number of conversations, so it may find fewer although there are more. */
const MOST_PEOPLE = 8;

/** Conversations with people whose name, number or address has it, newest activity first. */
export function FoundPeople({ q }: { q: string }) {
  const t = useTexts(searchTexts);
  const ui = useTexts(uiTexts);
  const formats = useFormats();
  const { data, error, isPending, hasNextPage, isFetching, fetchNextPage } = useList('list-conversations', {
    q,
    limit: MOST_PEOPLE,
  });
  const looksFurther = hasNextPage && (data?.length ?? 0) < MOST_PEOPLE;
  useEffect(() => {
    if (looksFurther && !isFetching && !error) void fetchNextPage();
  }, [looksFurther, isFetching, error, fetchNextPage]);
  return (
    <Section title={t('people')}>
      <Problem error={error} />
      {(isPending || looksFurther) && <p role="status">{ui('loading')}</p>}
      {data?.length === 0 && !looksFurther && <p className="text-muted">{t('no_people')}</p>}
      <ul aria-label={t('people')} className="grid gap-2 sm:grid-cols-2">
        {data?.map(({ id, channel, name, peer, last_message_at: at }) => (
          <li key={id}>
            <Link
              to="/inbox"
              search={{ id }}
              className="flex min-h-14 items-center gap-3 rounded-xl border border-line bg-surface px-3 hover:bg-raised"
            >
              <ChannelMark channel={channel} />
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-medium">{name ?? peer}</bdi>
                <bdi className="block truncate text-sm text-muted">{peer}</bdi>
              </span>
              <time dateTime={at} className="text-sm text-muted">
                {formats.date(at)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
