import type { Channel } from '@parley/common/channels';
import { useState } from 'react';
import { CHANNEL_CODES } from '../../i18n/channel-codes.ts';
import { channelTexts } from '../../i18n/channel-texts.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ChoiceField } from '../../ui/kinds-of-field.tsx';
import { BotForm, LinkForm, NumberForm } from './connect-forms.tsx';
import { PhoneForm } from './phone-form.tsx';
import { channelsTexts } from './texts.ts';

function ConnectForm({ channel, onDone }: { channel: Channel; onDone: () => void }) {
  if (channel === 'wd') return <PhoneForm />;
  if (channel === 'wa') return <NumberForm onDone={onDone} />;
  if (channel === 'tg') return <BotForm onDone={onDone} />;
  return <LinkForm key={channel} channel={channel} />;
}

/** Connects a channel of any kind, each in its own way. */
export function ConnectDialog({ first, onClose }: { first: Channel; onClose: () => void }) {
  const t = useTexts(channelsTexts);
  const channelName = useTexts(channelTexts);
  const [channel, setChannel] = useState(first);
  return (
    <Dialog title={t('connect')} isOpen onClose={onClose}>
      <ChoiceField
        label={t('kind')}
        values={CHANNEL_CODES}
        value={channel}
        textOf={channelName}
        onChoose={setChannel}
      />
      <ConnectForm channel={channel} onDone={onClose} />
    </Dialog>
  );
}
