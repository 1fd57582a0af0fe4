import { CHANNEL_CODES } from '../../i18n/channel-codes.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelTexts } from '../../texts/shell.ts';

/** Names channels; one that the console does not know by its code. */
export function useChannelName(): (channel: string) => string {
  const t = useTexts(channelTexts);
  return (channel) => {
    const code = CHANNEL_CODES.find((known) => known === channel);
    return code ? t(code) : channel;
  };
}
