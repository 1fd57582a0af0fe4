import type { Capabilities } from './capabilities.ts';

/** Characters of the text above buttons, and of a button's id, on tt (docs/reference/tt.md#sending). */
export const TIKTOK_CARD_MAX = 40;

/** A button that opens an address, or a reply button. */
interface CountedButton {
  url?: string | undefined;
}

/**
 * The reason why a channel cannot carry these buttons together (docs/reference/channels.md#capabilities); null if it
 * can.
 */
export function buttonsProblemOf(
  { replyButtons, urlButtons, mixedButtons }: Capabilities,
  buttons: readonly CountedButton[],
): 'none' | 'mixed' | 'links' | 'replies' | null {
  const links = buttons.filter(({ url }) => url !== undefined).length;
  const replies = buttons.length - links;
  if (replyButtons === 0) return 'none';
  if (links > 0 && replies > 0 && !mixedButtons) return 'mixed';
  if (links > 0 && buttons.length > urlButtons) return 'links';
  return replies > replyButtons ? 'replies' : null;
}
