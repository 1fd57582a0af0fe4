import { z } from 'zod';

/** UTF-16 units: a family with skin tones has 25, the flag of Scotland 14. */
const MAX_LENGTH = 50;
const SEGMENTS = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Excludes combining marks, of which a character could carry any number. */
const ONLY_EMOJI = /^(?:[\p{Extended_Pictographic}\p{Emoji_Component}]|\ufe0e)+$/u;
/** A pictograph, a flag or a keycap: digits alone are components of emoji too. */
const HAS_EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[#*0-9]\ufe0f?\u20e3/u;

/** Whether the text is exactly one emoji, as a person counts. */
export function isOneEmoji(text: string): boolean {
  if (text.length > MAX_LENGTH || !ONLY_EMOJI.test(text) || !HAS_EMOJI.test(text)) return false;
  const [, second] = SEGMENTS.segment(text);
  return second === undefined;
}

export const Emoji = z.string().max(MAX_LENGTH).refine(isOneEmoji, 'must be one emoji');
