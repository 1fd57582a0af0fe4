import type { Bot } from '../settings/bot.rules.ts';

/** Bot settings that a reply uses. */
export type ReplyBot = Pick<
  Bot,
  | 'id'
  | 'tenantId'
  | 'name'
  | 'keyMode'
  | 'provider'
  | 'model'
  | 'instructions'
  | 'historyTokens'
  | 'caps'
  | 'tools'
  | 'toolSecret'
>;
