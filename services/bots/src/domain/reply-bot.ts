import type { Bot } from './bot.ts';

/** What of a bot makes its replies. */
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
