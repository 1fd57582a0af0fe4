import type { updateBot } from '@parley/common/contracts/operator/bots';
import type { InputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import { type Bot, type BotFields, fieldsOf } from './bot.rules.ts';

type Update = Omit<InputOf<typeof updateBot>, 'slug' | 'id'>;

/** The bot's fields after a change; absent ones stay. */
export function changeFields(bot: BotFields, input: Update): BotFields {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return fieldsOf({ ...bot, ...given });
}

/**
 * The state after a change. A bot that lost its only account has an empty list, which would mean every account: the
 * request must name accounts first. Errors: invalid_accounts.
 */
export function statusAfter(bot: Bot, input: Update): Pick<Bot, 'status' | 'stoppedReason'> {
  // Enabling a bot starts it, in whatever state it was.
  const isStarted = input.enabled === true;
  const hasNoAccount = bot.stoppedReason === 'no_account' && input.accounts === undefined;
  if (hasNoAccount && isStarted)
    throw invalidField('accounts', 'accounts must be given: the only account of this bot was disconnected.');
  const isActive = isStarted || (bot.stoppedReason === 'no_account' && !hasNoAccount);
  return isActive
    ? { status: 'active', stoppedReason: null }
    : { status: bot.status, stoppedReason: bot.stoppedReason };
}

/** Errors: invalid_max_wait_seconds. */
export function checkWaits({ debounceSeconds, maxWaitSeconds }: BotFields): void {
  if (maxWaitSeconds < debounceSeconds)
    throw invalidField('max_wait_seconds', 'max_wait_seconds must not be less than debounce_seconds.');
}
