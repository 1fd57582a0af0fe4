import { wordsOf } from '@parley/common/text/words-of';
import { Link } from '@tanstack/react-router';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { searchTexts } from '../../texts/search.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import { ChannelMark } from '../../ui/marks/channel-mark.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { FoundList } from './found-list.tsx';
import { MarkedText } from './marked-text.tsx';

const PAGE = 20;

type Hit = ItemOf<'search-messages'>;

function Snippet({ of: { snippet, status }, sought }: { of: Hit; sought: readonly string[] }) {
  const t = useTexts(searchTexts);
  if (snippet === '') return <span className="text-muted">{status === 'revoked' ? t('taken_back') : t('file')}</span>;
  return (
    <span dir="auto" className="block [overflow-wrap:anywhere] [unicode-bidi:isolate]">
      <MarkedText text={snippet} sought={sought} />
    </span>
  );
}

function FoundMessage({ hit, sought }: { hit: Hit; sought: readonly string[] }) {
  const t = useTexts(searchTexts);
  return (
    <Link
      to="/inbox"
      search={{ id: hit.conversation_id, message: hit.message_id }}
      className="flex items-start gap-3 rounded-xl border border-line bg-surface p-3 hover:bg-raised"
    >
      <ChannelMark channel={hit.channel} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
          <bdi className="font-medium text-ink">{visibleText(hit.name) ?? hit.peer}</bdi>
          {hit.found_by === 'id' && <span>{t('by_id')}</span>}
          <span>{hit.direction === 'in' ? t('from_customer') : t('from_us')}</span>
          <span className="ms-auto">
            <Ago at={hit.at} />
          </span>
        </span>
        <Snippet of={hit} sought={sought} />
      </span>
    </Link>
  );
}

/** Messages that contain every word, newest first; each links to its place in the conversation. */
export function FoundMessages({ q }: { q: string }) {
  const t = useTexts(searchTexts);
  const list = useList('search-messages', { q, limit: PAGE });
  const sought = wordsOf(q);
  return (
    <FoundList
      key={q}
      title={t('messages')}
      list={list}
      none={t('no_messages')}
      more={t('more')}
      keyOf={({ message_id }) => message_id}
      show={(hit) => <FoundMessage hit={hit} sought={sought} />}
      className="grid gap-2"
    />
  );
}
