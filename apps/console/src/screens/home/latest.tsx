import { Link } from '@tanstack/react-router';
import { type ItemOf, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { homeTexts } from '../../texts/home.ts';
import { channelTexts } from '../../texts/shell.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { ChannelMark } from '../../ui/marks/channel-mark.tsx';
import { Section } from '../../ui/page/section.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';

const SHOWN = 6;

function Row({ of }: { of: ItemOf<'list-conversations'> }) {
  const t = useTexts(homeTexts);
  const channelName = useTexts(channelTexts);
  const { id, channel, contact_id: contact, peer, unread, last_message_at: at } = of;
  const name = visibleText(of.name) ?? peer;
  return (
    <Link to="/inbox" search={{ id }} className="flex min-h-11 items-center gap-3 px-5 py-2 hover:bg-raised">
      <Avatar name={name} seed={String(contact)} />
      <ChannelMark channel={channel} size="small" />
      <span className={`flex w-24 shrink-0 sm:w-40 ${unread > 0 ? 'font-semibold' : ''}`}>
        <bdi className="truncate">{name}</bdi>
      </span>
      <span className="flex min-w-0 flex-1 text-muted">
        <bdi className="truncate">{of.last_comment?.text || of.last_message?.text || channelName(channel)}</bdi>
      </span>
      {unread > 0 && <span role="img" aria-label={t('unread')} className="size-2 shrink-0 rounded-full bg-accent" />}
      <span className="w-16 shrink-0 text-end text-sm text-muted sm:w-24">
        <Ago at={at} />
      </span>
    </Link>
  );
}

/** The open conversations with the newest activity; nothing before the first one. */
export function Latest() {
  const t = useTexts(homeTexts);
  const { data } = useOperation('list-conversations', { status: 'open', limit: SHOWN });
  if (!data || data.items.length === 0) return null;
  const toInbox = (
    <Link to="/inbox" className="font-medium text-accent underline-offset-4 hover:underline">
      {t('to_inbox')}
    </Link>
  );
  return (
    <Section title={t('latest')} actions={toInbox}>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {data.items.map((one) => (
          <li key={one.id}>
            <Row of={one} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
