import type { Channel } from '@parley/common/channels';
import { useState } from 'react';
import { type ItemOf, useChange, useList } from '../../api/use-operations.ts';
import { channelTexts } from '../../i18n/channel-texts.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { CHANNEL_LISTS } from './channel-lists.ts';
import { ChannelState } from './channel-state.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { ConsentWords } from './consent-words.tsx';
import { ReturnedLink } from './returned-link.tsx';
import { channelsTexts } from './texts.ts';

type Account = ItemOf<'list-channel-health'>;

/** Further consequences of a removal, by channel. */
const LEADS_OF: Readonly<Record<Channel, ('remove_lead_fb' | 'remove_lead_ig' | 'remove_lead_wd')[]>> = {
  wd: ['remove_lead_wd'],
  wa: [],
  tg: [],
  fb: ['remove_lead_fb'],
  ig: ['remove_lead_ig'],
  tt: [],
};

function RemoveDialog({ of, onClose }: { of: Account; onClose: () => void }) {
  const t = useTexts(channelsTexts);
  const remove = useChange('remove-tenant-channel', { refreshes: CHANNEL_LISTS });
  // A phone has a session, which ends when it is unlinked.
  const unlink = useChange('delete-session', { refreshes: CHANNEL_LISTS });
  const confirm = (): void => {
    if (of.channel === 'wd') unlink.mutate({ id: of.id }, { onSuccess: onClose });
    else remove.mutate({ channel: of.channel, id: of.id }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      title={t('remove_title', { name: of.name })}
      action={t('remove')}
      change={of.channel === 'wd' ? unlink : remove}
      onConfirm={confirm}
      onClose={onClose}
    >
      {[t('remove_lead'), ...LEADS_OF[of.channel].map((lead) => t(lead)), t('remove_lead_bots')].join(' ')}
    </ConfirmDialog>
  );
}

/** The channels and their state; each kind is connected and disconnected here. */
export function ChannelsScreen() {
  const t = useTexts(channelsTexts);
  const channelName = useTexts(channelTexts);
  const list = useList('list-channel-health', {}, { everyMs: 5000 });
  const [connecting, setConnecting] = useState<Channel | null>(null);
  const [removed, setRemoved] = useState<Account | null>(null);
  const connect = (
    <Button look="primary" onClick={() => setConnecting('wa')}>
      {t('connect')}
    </Button>
  );
  return (
    <ListScreen
      title={t('title')}
      create={connect}
      above={<ReturnedLink />}
      list={list}
      keyOf={({ channel, id }) => `${channel}/${id}`}
      emptyTitle={t('empty')}
      emptyLead={t('empty_lead')}
      columns={[
        {
          title: t('name'),
          show: ({ name, identifier }) => (
            <div>
              <bdi className="font-medium">{name}</bdi>
              {identifier && (
                <p dir="ltr" className="text-start text-sm text-muted">
                  {identifier}
                </p>
              )}
            </div>
          ),
        },
        { title: t('kind'), show: ({ channel }) => channelName(channel) },
        { title: t('state'), show: (account) => <ChannelState of={account} /> },
        { title: t('last_received'), show: ({ last_received_at: at }) => (at ? <Ago at={at} /> : '–') },
        { title: t('last_sent'), show: ({ last_sent_at: at }) => (at ? <Ago at={at} /> : '–') },
        {
          title: t('remove'),
          show: (account) =>
            account.status === 'connected' ? (
              <Button aria-label={`${t('remove')}: ${account.name}`} onClick={() => setRemoved(account)}>
                {t('remove')}
              </Button>
            ) : (
              <Button
                aria-label={`${t('connect_again')}: ${account.name}`}
                onClick={() => setConnecting(account.channel)}
              >
                {t('connect_again')}
              </Button>
            ),
        },
      ]}
    >
      <ConsentWords />
      {connecting && <ConnectDialog first={connecting} onClose={() => setConnecting(null)} />}
      {removed && <RemoveDialog of={removed} onClose={() => setRemoved(null)} />}
    </ListScreen>
  );
}
