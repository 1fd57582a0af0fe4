import type { Channel } from '@parley/common/channels';
import { Camera, type LucideIcon, MessageCircle, Music2, Phone, Send, Smartphone } from 'lucide-react';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelTexts } from '../../texts/shell.ts';

/** A neutral icon for each channel, no trademark, and a colour on which white has a contrast of at least 4.5. */
const LOOKS: Readonly<Record<Channel, { icon: LucideIcon; colour: string }>> = {
  wd: { icon: Smartphone, colour: 'bg-[#0f766e]' },
  wa: { icon: Phone, colour: 'bg-[#15803d]' },
  tg: { icon: Send, colour: 'bg-[#0369a1]' },
  fb: { icon: MessageCircle, colour: 'bg-[#1d4ed8]' },
  ig: { icon: Camera, colour: 'bg-[#be185d]' },
  tt: { icon: Music2, colour: 'bg-[#27272a]' },
};

const SIZES = { small: ['size-4', 'size-2.5'], medium: ['size-7', 'size-4'] } as const;

interface Props {
  channel: Channel;
  size?: keyof typeof SIZES;
}

/** The icon of a channel, with its full name for screen readers and as a tooltip. */
export function ChannelMark({ channel, size = 'medium' }: Props) {
  const name = useTexts(channelTexts);
  const { icon: Icon, colour } = LOOKS[channel];
  const [box, sign] = SIZES[size];
  return (
    <span
      role="img"
      aria-label={name(channel)}
      title={name(channel)}
      className={`grid shrink-0 place-items-center rounded-full text-white ${box} ${colour}`}
    >
      <Icon aria-hidden className={sign} />
    </span>
  );
}
