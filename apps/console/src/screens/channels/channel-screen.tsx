import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { isAllowed, useSession } from '../../shell/session/session-context.tsx';
import { channelsTexts } from '../../texts/channels.ts';
import { channelTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { ChannelMark } from '../../ui/marks/channel-mark.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { ChannelKeys } from './channel-keys.tsx';
import { type Account, ChannelState } from './channel-state.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { LinkedPhone } from './linked-phone.tsx';
import { NumberSettings } from './number/number-settings.tsx';
import { RemoveChannelDialog } from './remove-channel-dialog.tsx';

const TIMES = [
  ['last_received', 'last_received_at'],
  ['last_sent', 'last_sent_at'],
  ['last_failed', 'last_failed_at'],
] as const satisfies readonly (readonly [string, keyof Account])[];

/** The account of the address; null: there is none. Undefined while the list is read, page by page. */
function useAccount() {
  const { accountId } = useParams({ from: '/shell/channels/$accountId' });
  const list = useList('list-channel-health', {}, { everyMs: 5000 });
  const found = list.data?.find(({ account_id: id }) => String(id) === accountId);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  useEffect(() => {
    if (!found && hasNextPage && !isFetching) void fetchNextPage();
  }, [found, hasNextPage, isFetching, fetchNextPage]);
  return { account: found ?? (list.data && !hasNextPage ? null : undefined), error: list.error };
}

function Health({ of }: { of: Account }) {
  const t = useTexts(channelsTexts);
  return (
    <Section title={t('state')}>
      <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:grid-cols-2">
        <ChannelState of={of} />
        <Facts
          of={TIMES.map(([text, field]) => {
            const at = of[field];
            return { title: t(text), value: at === null ? '–' : <Ago at={at} /> };
          })}
        />
      </div>
    </Section>
  );
}

/** One channel: its health, quality and limits, the keys that may use it, and its end. */
export function ChannelScreen() {
  const t = useTexts(channelsTexts);
  const channelName = useTexts(channelTexts);
  const navigate = useNavigate();
  const session = useSession();
  const { account, error } = useAccount();
  const [opened, setOpened] = useState<'connect' | 'remove' | null>(null);
  const close = (): void => setOpened(null);
  return (
    <Page
      title={account?.name ?? t('channel')}
      lead={account ? [channelName(account.channel), account.identifier].filter(Boolean).join(' · ') : ''}
    >
      <div className="flex items-center gap-3">
        {account && <ChannelMark channel={account.channel} />}
        <Link to="/channels" className="underline">
          {t('all_channels')}
        </Link>
      </div>
      <Problem error={error} />
      {account === undefined && !error && <Loading />}
      {account === null && <p>{t('unknown_channel')}</p>}
      {account && (
        <>
          <Health of={account} />
          {account.channel === 'wa' && account.status === 'connected' && <NumberSettings of={account} />}
          {account.channel === 'wd' && isAllowed(session, 'channels.manage') && <LinkedPhone of={account} />}
          {isAllowed(session, 'keys.manage') && <ChannelKeys of={account} />}
          <div>
            {account.status === 'connected' ? (
              <Button look="danger" onClick={() => setOpened('remove')}>
                {t('remove')}
              </Button>
            ) : (
              <Button look="primary" onClick={() => setOpened('connect')}>
                {t('connect_again')}
              </Button>
            )}
          </div>
          {opened === 'connect' && <ConnectDialog first={account.channel} onClose={close} />}
          {opened === 'remove' && (
            <RemoveChannelDialog of={account} onRemoved={() => void navigate({ to: '/channels' })} onClose={close} />
          )}
        </>
      )}
    </Page>
  );
}
