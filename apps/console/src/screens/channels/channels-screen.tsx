import { useState } from 'react';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelsTexts } from '../../texts/channels.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { EmptyPage, Page } from '../../ui/page/page.tsx';
import { ChannelCard } from './channel-card.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { ConsentWords } from './consent-words.tsx';
import { ReturnedLink } from './returned-link.tsx';

/** The channels as cards, each with its health; each kind is connected here. */
export function ChannelsScreen() {
  const t = useTexts(channelsTexts);
  const list = useList('list-channel-health', {}, { everyMs: 5000 });
  const [isConnecting, setConnecting] = useState(false);
  const connect = (
    <Button look="primary" onClick={() => setConnecting(true)}>
      {t('connect')}
    </Button>
  );
  const empty = (
    <EmptyPage title={t('empty')} action={connect}>
      {t('empty_lead')}
    </EmptyPage>
  );
  return (
    <Page title={t('title')} actions={list.data?.length ? connect : undefined}>
      <ReturnedLink />
      <ListFrame list={list} empty={empty}>
        {(accounts) => (
          <ul aria-label={t('title')} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {accounts.map((account) => (
              <li key={account.account_id} className="grid min-w-0">
                <ChannelCard of={account} />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
      <ConsentWords />
      {isConnecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </Page>
  );
}
