import type { Bot } from './bot.ts';

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
