import type { Channel } from '@parley/common/channels';
import { channelTexts } from '../i18n/channel-texts.ts';
import { useTexts } from '../i18n/language-context.tsx';

const SHORT: Readonly<Record<Channel, string>> = {
  wd: 'WD',
  wa: 'WA',
  tg: 'TG',
  fb: 'FB',
  ig: 'IG',
  tt: 'TT',
};

/** The channel in two letters, with its full name for screen readers and as a tooltip. */
export function ChannelMark({ channel }: { channel: Channel }) {
  const name = useTexts(channelTexts);
  return (
    <span
      role="img"
      aria-label={name(channel)}
      title={name(channel)}
      className="grid size-9 shrink-0 place-items-center rounded-full bg-raised font-mono text-sm text-muted"
    >
      {SHORT[channel]}
    </span>
  );
}
