import type { updateBot } from '@parley/common/contracts/operator/bots';
import type { InputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import type { Bot, BotFields } from './bot.ts';

type Update = Omit<InputOf<typeof updateBot>, 'slug' | 'id'>;

const keep = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);

/** The bot's fields after a change; absent ones stay. */
export const changeFields = (bot: BotFields, input: Update): BotFields => ({
  name: keep(input.name, bot.name),
  enabled: keep(input.enabled, bot.enabled),
  keyMode: keep(input.keyMode, bot.keyMode),
  provider: keep(input.provider, bot.provider),
  model: keep(input.model, bot.model),
  instructions: keep(input.instructions, bot.instructions),
  accounts: keep(input.accounts, bot.accounts),
  trigger: keep(input.trigger, bot.trigger),
  stopWords: keep(input.stopWords, bot.stopWords),
  groups: keep(input.groups, bot.groups),
  debounceSeconds: keep(input.debounceSeconds, bot.debounceSeconds),
  maxWaitSeconds: keep(input.maxWaitSeconds, bot.maxWaitSeconds),
  resumeAfterMinutes: keep(input.resumeAfterMinutes, bot.resumeAfterMinutes),
  pauseOnApi: keep(input.pauseOnApi, bot.pauseOnApi),
  historyTokens: keep(input.historyTokens, bot.historyTokens),
  caps: keep(input.caps, bot.caps),
  handOverMessage: keep(input.handOverMessage, bot.handOverMessage),
  tools: keep(input.tools, bot.tools),
});

/** Whether a change starts a stopped bot: it enables it, in whatever state it was. */
export const isStarted = (input: Update): boolean => input.enabled === true;

/**
 * The state after a change. A bot that lost its only account has an empty list, which would mean every account: the
 * request must name accounts first. Errors: invalid_accounts.
 */
export function statusAfter(bot: Bot, input: Update): Pick<Bot, 'status' | 'stoppedReason'> {
  const hasNoAccount = bot.stoppedReason === 'no_account' && input.accounts === undefined;
  if (hasNoAccount && isStarted(input))
    throw invalidField('accounts', 'accounts must be given: the only account of this bot was disconnected.');
  const isActive = isStarted(input) || (bot.stoppedReason === 'no_account' && !hasNoAccount);
  return isActive
    ? { status: 'active', stoppedReason: null }
    : { status: bot.status, stoppedReason: bot.stoppedReason };
}

/** Errors: invalid_max_wait_seconds. */
export function checkWaits({ debounceSeconds, maxWaitSeconds }: BotFields): void {
  if (maxWaitSeconds < debounceSeconds)
    throw invalidField('max_wait_seconds', 'max_wait_seconds must not be less than debounce_seconds.');
}
