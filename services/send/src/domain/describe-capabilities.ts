import { CAPABILITIES, type Capabilities } from '@parley/common/capabilities';
import type { Channel } from '@parley/common/channels';

const buttonsOf = ({ reply_buttons: replies, url_buttons: links }: Capabilities): string[] => [
  ...(replies > 0 ? [`up to ${replies} reply buttons`] : []),
  ...(links > 0 ? [`up to ${links} address buttons`] : []),
];

const NAMED = ['list', 'location', 'contacts', 'poll'] as const;

/** What the channel carries, for a person: "text, files (image), up to 3 reply buttons, list". */
export function describeCapabilities(channel: Channel): string {
  const can = CAPABILITIES[channel];
  const parts = ['text', `files (${can.files.join(', ')})`, ...buttonsOf(can), ...NAMED.filter((name) => can[name])];
  return parts.join(', ');
}
