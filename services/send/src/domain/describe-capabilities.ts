import { ACTION_NEEDS, CAPABILITIES, type Capabilities, type ChannelAction, canDo } from '@parley/common/capabilities';
import type { Channel } from '@parley/common/channels';

const buttonsOf = ({ replyButtons: replies, urlButtons: links }: Capabilities): string[] => [
  ...(replies > 0 ? [`up to ${replies} reply buttons`] : []),
  ...(links > 0 ? [`up to ${links} address buttons`] : []),
];

const NAMED = ['list', 'location', 'contacts', 'poll', 'post'] as const;

/** What the channel carries, for a person: "text, files (image), up to 3 reply buttons, list". */
export function describeCapabilities(channel: Channel): string {
  const can = CAPABILITIES[channel];
  const parts = ['text', `files (${can.files.join(', ')})`, ...buttonsOf(can), ...NAMED.filter((name) => can[name])];
  return parts.join(', ');
}

const ACTIONS = Object.keys(ACTION_NEEDS) as ChannelAction[]; // safe: the keys of that table

/** What an account of the channel does beside sending, for a person: "react, mark-read, typing". */
export const describeActions = (channel: Channel): string =>
  ACTIONS.filter((action) => canDo(channel, action)).join(', ') || 'only send and receive';
