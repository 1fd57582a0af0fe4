import type { Channel } from '@parley/common/channels';
import { useState } from 'react';
import { CHANNEL_CODES } from '../../i18n/channel-codes.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelsTexts } from '../../texts/channels.ts';
import { channelTexts } from '../../texts/shell.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ChannelMark } from '../../ui/marks/channel-mark.tsx';
import { Disclosure } from '../../ui/page/disclosure.tsx';
import { BotForm, LinkForm, NumberForm } from './connect-forms.tsx';
import { PhoneForm } from './phone-form.tsx';

function ConnectForm({ channel, onDone }: { channel: Channel; onDone: () => void }) {
  const t = useTexts(channelsTexts);
  if (channel === 'wd') return <PhoneForm />;
  if (channel === 'wa')
    return (
      <>
        <LinkForm channel="wa" />
        <Disclosure title={t('wa_by_token')}>
          <NumberForm onDone={onDone} />
        </Disclosure>
      </>
    );
  if (channel === 'tg') return <BotForm onDone={onDone} />;
  return <LinkForm key={channel} channel={channel} />;
}

/** The kinds of channels, each with its mark. */
function Kinds({ onChoose }: { onChoose: (channel: Channel) => void }) {
  const channelName = useTexts(channelTexts);
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {CHANNEL_CODES.map((channel) => (
        <li key={channel} className="grid">
          <button
            type="button"
            onClick={() => onChoose(channel)}
            className="grid cursor-pointer justify-items-center gap-2 rounded-xl border border-line bg-surface p-4 text-center font-medium hover:bg-raised"
          >
            <span aria-hidden>
              <ChannelMark channel={channel} />
            </span>
            {channelName(channel)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Connects a channel: of the kind that is chosen first, unless it is given. */
export function ConnectDialog({ first, onClose }: { first?: Channel; onClose: () => void }) {
  const t = useTexts(channelsTexts);
  const channelName = useTexts(channelTexts);
  const [channel, setChannel] = useState(first);
  return (
    // Another window, whose first field gets the focus.
    <Dialog
      key={channel ?? ''}
      title={channel ? t('connect_kind', { kind: channelName(channel) }) : t('connect')}
      isOpen
      onClose={onClose}
    >
      {channel ? <ConnectForm channel={channel} onDone={onClose} /> : <Kinds onChoose={setChannel} />}
    </Dialog>
  );
}
