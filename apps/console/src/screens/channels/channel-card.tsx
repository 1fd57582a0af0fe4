import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelsTexts } from '../../texts/channels.ts';
import { channelTexts } from '../../texts/shell.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import { ChannelMark } from '../../ui/marks/channel-mark.tsx';
import { type Account, ChannelBadge } from './channel-state.tsx';

/** When it received or sent the last message; null: never, as far as the list looks back. */
const lastMessageAt = ({ last_received_at: received, last_sent_at: sent }: Account): string | null =>
  [received, sent]
    .filter((at) => at !== null)
    .toSorted()
    .at(-1) ?? null;

/** A channel in the list: name, number, health in one line, last message. It opens the channel's page. */
export function ChannelCard({ of }: { of: Account }) {
  const t = useTexts(channelsTexts);
  const channelName = useTexts(channelTexts);
  const { channel, account_id: id, name, identifier } = of;
  const at = lastMessageAt(of);
  return (
    <Link
      to="/channels/$accountId"
      params={{ accountId: String(id) }}
      className="grid content-start gap-3 rounded-xl border border-line bg-surface p-4 hover:bg-raised"
    >
      <span className="flex items-center gap-3">
        <ChannelMark channel={channel} />
        <span className="grid min-w-0">
          <span className="truncate font-medium">
            <bdi>{name}</bdi>
          </span>
          <span className="truncate text-sm text-muted">
            {channelName(channel)}
            {identifier && (
              <>
                {' · '}
                <bdi dir="ltr">{identifier}</bdi>
              </>
            )}
          </span>
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <ChannelBadge of={of} />
        {at === null ? (
          t('no_message')
        ) : (
          <span>
            {t('last_message')} <Ago at={at} />
          </span>
        )}
      </span>
    </Link>
  );
}
