import { foldText } from '@parley/common/fold-text';

/** A message of the conversation, by when we stored it. */
export interface Line {
  isCustomer: boolean;
  isBot: boolean;
  at: Date;
}

/** Why a bot stops answering a partner who answers like a machine. */
export type Loop = 'quick_answers' | 'same_reply';

const QUICK_MS = 2000;
const QUICK_TIMES = 5;
/** More messages are not needed to see it: a reply has three parts at most. */
export const LINES_LOOKED_AT = 40;

/** How fast the partner answered each of the bot's replies, newest first; a person's message ends the look. */
function answerTimes(lines: readonly Line[]): number[] {
  const times: number[] = [];
  let answer: Date | null = null;
  for (const { isCustomer, isBot, at } of lines.toReversed()) {
    if (isCustomer) answer = at;
    else if (!isBot) break;
    else if (answer !== null) {
      times.push(at.getTime() > answer.getTime() ? 0 : answer.getTime() - at.getTime());
      answer = null;
    }
  }
  return times;
}

/** Whether the partner has answered within two seconds five times in a row. Lines are oldest first. */
export function answersTooQuickly(lines: readonly Line[]): boolean {
  const times = answerTimes(lines).slice(0, QUICK_TIMES);
  return times.length === QUICK_TIMES && times.every((ms) => ms <= QUICK_MS);
}

const folded = (texts: readonly string[]): string => foldText(texts.join(' ')).replace(/\s+/g, ' ').trim();

/** Whether a reply says what the one before it has said. */
export const isSameReply = (texts: readonly string[], previous: readonly string[] | null): boolean =>
  previous !== null && folded(texts) === folded(previous);
