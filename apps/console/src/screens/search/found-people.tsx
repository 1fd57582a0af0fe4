import { wordsOf } from '@parley/common/text/words-of';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { searchTexts } from '../../texts/search.ts';
import { ChannelMark } from '../../ui/marks/channel-mark.tsx';
import { FoundList } from './found-list.tsx';
import { MarkedText } from './marked-text.tsx';

const PAGE = 8;
const LOOK = 'flex min-h-14 items-center gap-3 rounded-xl border border-line bg-surface px-3';

type Hit = ItemOf<'search-people'>;

/** A person who only commented has no conversation to open. */
function ToConversation({ id, children }: { id: number | null; children: ReactNode }) {
  if (id === null) return <div className={LOOK}>{children}</div>;
  return (
    <Link to="/inbox" search={{ id }} className={`${LOOK} hover:bg-raised`}>
      {children}
    </Link>
  );
}

function FoundPerson({ hit, sought }: { hit: Hit; sought: readonly string[] }) {
  const t = useTexts(searchTexts);
  const formats = useFormats();
  const { name, username, addresses, last_message_at: at } = hit;
  const shown = name ?? username ?? addresses[0] ?? '';
  return (
    <ToConversation id={hit.conversation_id}>
      <ChannelMark channel={hit.channel} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">
          <MarkedText text={shown} sought={sought} />
        </bdi>
        <bdi dir="ltr" className="block truncate text-sm text-muted">
          {addresses.join(' · ')}
        </bdi>
        {hit.found_by === 'id' && <span className="block text-sm text-muted">{t('by_id')}</span>}
      </span>
      {at && (
        <time dateTime={at} className="text-sm text-muted">
          {formats.date(at)}
        </time>
      )}
    </ToConversation>
  );
}

/** People whose name, address or conversation id matches; each links to the newest conversation. */
export function FoundPeople({ q }: { q: string }) {
  const t = useTexts(searchTexts);
  const list = useList('search-people', { q, limit: PAGE });
  const sought = wordsOf(q);
  return (
    <FoundList
      key={q}
      title={t('people')}
      list={list}
      none={t('no_people')}
      more={t('more_people')}
      keyOf={({ contact_id, found_by }) => `${contact_id} ${found_by}`}
      show={(hit) => <FoundPerson hit={hit} sought={sought} />}
      className="grid gap-2 sm:grid-cols-2"
    />
  );
}
