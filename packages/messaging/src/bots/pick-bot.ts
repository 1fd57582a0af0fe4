import type { BotTrigger } from '@parley/common/contracts/operator/bots';
import { foldText } from '@parley/common/text/fold-text';
import { isInside } from '../weekly-hours.ts';

/** The settings that decide whether a bot answers a message. */
export interface PickableBot {
  id: number;
  /** Channel accounts; none: all. */
  accounts: readonly number[];
  trigger: BotTrigger;
  stopWords: readonly string[];
  groups: boolean;
}

/** A customer's message. */
export interface AskedMessage {
  accountId: number;
  text: string;
  isGroup: boolean;
  at: Date;
}

/** Words that fold to nothing match nothing. */
const foldWords = (words: readonly string[]): string[] =>
  words.map((word) => foldText(word).trim()).filter((word) => word !== '');
/** The words of a folded text, each surrounded by spaces. */
const spaced = (folded: string): string => ` ${folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()} `;

/** Whether a message is one of the bot's stop words, or contains one as a word. */
export function hasStopWord({ stopWords }: Pick<PickableBot, 'stopWords'>, text: string): boolean {
  const asked = foldText(text).trim();
  return foldWords(stopWords).some(
    (word) => word === asked || (spaced(word).trim() && spaced(asked).includes(spaced(word))),
  );
}

function isTriggered(trigger: BotTrigger, { text, at }: AskedMessage): boolean {
  switch (trigger.kind) {
    case 'all':
      return true;
    case 'schedule':
      return isInside(trigger, at) === (trigger.when === 'inside');
    case 'keywords': {
      const asked = foldText(text).trim();
      const { match } = trigger;
      return foldWords(trigger.words).some((word) => {
        if (match === 'exact') return asked === word;
        return match === 'starts' ? asked.startsWith(word) : asked.includes(word);
      });
    }
  }
}

const fits = (bot: PickableBot, asked: AskedMessage): boolean =>
  (bot.accounts.length === 0 || bot.accounts.includes(asked.accountId)) &&
  (bot.groups || !asked.isGroup) &&
  isTriggered(bot.trigger, asked);

/**
 * The bot that answers a message: among matching bots the one that names the account, then the oldest
 * (docs/reference/bots.md#trigger). A message with a stop word of a matching bot is left to people.
 */
export function pickBot<Bot extends PickableBot>(bots: readonly Bot[], asked: AskedMessage): Bot | null {
  const fitting = bots.filter((bot) => fits(bot, asked)).sort((a, b) => a.id - b.id);
  if (fitting.some((bot) => hasStopWord(bot, asked.text))) return null;
  return fitting.find(({ accounts }) => accounts.length > 0) ?? fitting[0] ?? null;
}
