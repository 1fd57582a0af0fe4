import { Link } from '@tanstack/react-router';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { searchTexts } from '../../texts/search.ts';
import { ChannelMark } from '../../ui/marks/channel-mark.tsx';
import { LabelChip } from '../../ui/marks/label-chip.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { FoundList } from './found-list.tsx';

const PAGE = 8;
const LABELS_SHOWN = 3;

function FoundConversation({ hit }: { hit: ItemOf<'search-labelled'> }) {
  const formats = useFormats();
  return (
    <Link
      to="/inbox"
      search={{ id: hit.conversation_id }}
      className="flex min-h-14 items-center gap-3 rounded-xl border border-line bg-surface px-3 hover:bg-raised"
    >
      <ChannelMark channel={hit.channel} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{visibleText(hit.name) ?? hit.peer}</bdi>
        <span className="flex flex-wrap gap-1">
          {hit.labels.slice(0, LABELS_SHOWN).map(({ id, ...label }) => (
            <LabelChip key={id} {...label} />
          ))}
        </span>
      </span>
      <time dateTime={hit.last_message_at} className="text-sm text-muted">
        {formats.date(hit.last_message_at)}
      </time>
    </Link>
  );
}

/** Conversations that have a label with the words; few searches are for a label, so without one there is no section. */
export function FoundLabelled({ q }: { q: string }) {
  const t = useTexts(searchTexts);
  const list = useList('search-labelled', { q, limit: PAGE });
  return (
    <FoundList
      key={q}
      title={t('labelled')}
      list={list}
      none={null}
      more={t('more_labelled')}
      keyOf={({ conversation_id }) => String(conversation_id)}
      show={(hit) => <FoundConversation hit={hit} />}
      className="grid gap-2 sm:grid-cols-2"
    />
  );
}
