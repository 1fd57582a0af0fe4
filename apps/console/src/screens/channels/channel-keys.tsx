import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelsTexts } from '../../texts/channels.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Section } from '../../ui/page/section.tsx';
import type { Account } from './channel-state.tsx';

/** The keys that may use a channel. */
export function ChannelKeys({ of: { channel } }: { of: Account }) {
  const t = useTexts(channelsTexts);
  const list = useList('list-keys', {});
  const none = <p className="text-muted">{t('no_keys')}</p>;
  return (
    <Section title={t('keys')}>
      <ListFrame list={list} empty={none}>
        {(keys) => {
          const using = keys.filter((key) => key.revoked_at === null && key.channels.includes(channel));
          if (using.length === 0) return none;
          return (
            <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
              {using.map(({ instance_id: id, label }) => (
                <li key={id}>
                  <Link
                    to="/webhooks"
                    search={{ key: id }}
                    className="flex min-h-11 flex-wrap items-center gap-x-3 px-5 py-2 hover:bg-raised"
                  >
                    <bdi className="font-medium">{label}</bdi>
                    <bdi className="font-mono text-sm text-muted">{id}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </ListFrame>
    </Section>
  );
}
