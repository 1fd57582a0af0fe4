import { type Channel, MESSAGE_LIMITS } from '@parley/common/channels';
import { invalidField } from '@parley/common/errors';

const encoder = new TextEncoder();

/**
 * Refuses a text that exceeds the channel's limit; it is never cut or split (docs/reference/sends.md#length). Throws
 * `invalid_message`.
 */
export function checkLength(channel: Channel, message: string, hasMedia: boolean): void {
  const { text, caption, unit } = MESSAGE_LIMITS[channel];
  const limit = hasMedia ? (caption ?? text) : text;
  const length = unit === 'bytes' ? encoder.encode(message).length : message.length;
  if (length <= limit) return;
  const what = hasMedia && caption !== null ? 'a caption' : 'a message';
  throw invalidField('message', `message has ${length} ${unit}; ${what} on ${channel} takes at most ${limit}.`);
}
