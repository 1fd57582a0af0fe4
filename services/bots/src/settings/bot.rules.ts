import type { AiProvider } from '@parley/common/ai-providers';
import type { Camel } from '@parley/common/casing/camel';
import type {
  BotCaps,
  BotKeyMode,
  BotTool,
  BotTrigger,
  BotView,
  updateBot,
} from '@parley/common/contracts/operator/bots';
import type { InputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { readRowId, showRowId } from '@parley/common/values/row-ids';
import type { z } from 'zod';

/** Bots of a tenant; deleted ones do not count. */
const MAX_BOTS = 50;

/** Settings chosen by the tenant. */
export interface BotFields {
  name: string;
  enabled: boolean;
  keyMode: BotKeyMode;
  provider: AiProvider;
  model: string;
  instructions: string;
  /** Channel accounts that it answers on; empty: all. */
  accounts: number[];
  trigger: BotTrigger;
  stopWords: string[];
  groups: boolean;
  debounceSeconds: number;
  maxWaitSeconds: number;
  /** Minutes after a person's answer; null: until the conversation is resolved or the bot is turned on again. */
  resumeAfterMinutes: number | null;
  pauseOnApi: boolean;
  historyTokens: number;
  caps: BotCaps;
  handOverMessage: string | null;
  tools: BotTool[];
}

export interface Bot extends BotFields {
  id: number;
  tenantId: number;
  status: 'active' | 'stopped';
  stoppedReason: string | null;
  /** Encrypted; signs the calls of its tools. */
  toolSecret: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The settings of a bot, or of the input that creates one. */
export const fieldsOf = (bot: BotFields): BotFields => ({
  name: bot.name,
  enabled: bot.enabled,
  keyMode: bot.keyMode,
  provider: bot.provider,
  model: bot.model,
  instructions: bot.instructions,
  accounts: bot.accounts,
  trigger: bot.trigger,
  stopWords: bot.stopWords,
  groups: bot.groups,
  debounceSeconds: bot.debounceSeconds,
  maxWaitSeconds: bot.maxWaitSeconds,
  resumeAfterMinutes: bot.resumeAfterMinutes,
  pauseOnApi: bot.pauseOnApi,
  historyTokens: bot.historyTokens,
  caps: bot.caps,
  handOverMessage: bot.handOverMessage,
  tools: bot.tools,
});

/** A bot as the operator API shows it. */
export const toBotView = (bot: Bot): Camel<z.infer<typeof BotView>> => ({
  ...fieldsOf(bot),
  id: showRowId('bot', bot.id),
  status: bot.status,
  stoppedReason: bot.stoppedReason,
  createdAt: bot.createdAt.toISOString(),
  updatedAt: bot.updatedAt.toISOString(),
});

/** The row of a shown id. */
export const rowIdOf = (id: string): number => Number(readRowId(id));

/** The purpose under which the secret of a bot's tools is encrypted. */
export const toolSecretPurpose = (tenantId: number): string => `bots.tool_secret:${tenantId}`;

/** `count`: the bots that a tenant has. Errors: too_many_bots. */
export function checkBotCount(count: number): void {
  if (count >= MAX_BOTS) throw new AppError('too_many_bots');
}

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
