import { foldText } from '@parley/common/fold-text';

/** A message of the conversation, with the time at which it was stored. */
export interface Line {
  isCustomer: boolean;
  isBot: boolean;
  at: Date;
}

/** Why a bot stops answering a partner that behaves like a machine. */
export type Loop = 'quick_answers' | 'same_reply';

const QUICK_MS = 2000;
const QUICK_TIMES = 5;
/** Enough messages to detect a loop: a reply has at most three parts. */
export const LINES_LOOKED_AT = 40;

/** Delays of the partner's answers to the bot's replies, newest first; stops at a person's message. */
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

/** Whether a reply repeats the previous one. */
export const isSameReply = (texts: readonly string[], previous: readonly string[] | null): boolean =>
  previous !== null && folded(texts) === folded(previous);
