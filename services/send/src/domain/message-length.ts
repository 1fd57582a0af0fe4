import { type Channel, MESSAGE_LIMITS } from '@parley/common/channels';
import { invalidField } from '@parley/common/errors';
import type { Button, RichContent } from '@parley/common/message-content';
import { listText } from '@parley/providers/telegram/telegram-rich';

const encoder = new TextEncoder();

/** Characters above the buttons of wa, and above address buttons of fb and ig, whose messages are templates of another kind. */
const WA_ABOVE_BUTTONS = 1024;
const META_ABOVE_ADDRESSES = 640;

function limitAboveButtons(channel: Channel, buttons: readonly Button[]): number {
  if (channel === 'wa') return WA_ABOVE_BUTTONS;
  const isMeta = channel === 'fb' || channel === 'ig';
  return isMeta && buttons.some(({ url }) => url !== undefined) ? META_ABOVE_ADDRESSES : Number.POSITIVE_INFINITY;
}

/**
 * Refuses a text that exceeds the channel's limit; it is never cut or split (docs/reference/sends.md#length). Throws
 * `invalid_message`.
 */
export function checkLength(
  channel: Channel,
  given: string,
  { hasFile, rich = null }: { hasFile: boolean; rich?: RichContent | null },
): void {
  const { text, caption, unit } = MESSAGE_LIMITS[channel];
  // Telegram has no lists: the text also carries what their buttons cannot show.
  const message = channel === 'tg' && rich?.list ? listText(given, rich.list) : given;
  const aboveButtons = rich?.buttons ? limitAboveButtons(channel, rich.buttons) : text;
  const limit = Math.min(hasFile ? (caption ?? text) : text, aboveButtons);
  const length = unit === 'bytes' ? encoder.encode(message).length : message.length;
  if (length <= limit) return;
  const what = rich?.buttons ? 'a message with buttons' : hasFile && caption !== null ? 'a caption' : 'a message';
  throw invalidField('message', `message has ${length} ${unit}; ${what} on ${channel} takes at most ${limit}.`);
}
