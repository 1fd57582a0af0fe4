import type { AiProvider } from '@parley/common/ai-providers';
import type { BotCaps, BotKeyMode, BotTool, BotTrigger, BotView } from '@parley/common/contracts/operator/bots';
import { showRowId } from '@parley/common/row-ids';
import type { z } from 'zod';

/** What its tenant chose. */
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
  /** After a person answered; null: until the conversation is resolved or the bot is set on. */
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

/** A bot as the operator API shows it. */
export const toBotView = (bot: Bot): z.infer<typeof BotView> => ({
  id: showRowId('bot', bot.id),
  name: bot.name,
  enabled: bot.enabled,
  status: bot.status,
  stopped_reason: bot.stoppedReason,
  key_mode: bot.keyMode,
  provider: bot.provider,
  model: bot.model,
  instructions: bot.instructions,
  accounts: bot.accounts,
  trigger: bot.trigger,
  stop_words: bot.stopWords,
  groups: bot.groups,
  debounce_seconds: bot.debounceSeconds,
  max_wait_seconds: bot.maxWaitSeconds,
  resume_after_minutes: bot.resumeAfterMinutes,
  pause_on_api: bot.pauseOnApi,
  history_tokens: bot.historyTokens,
  caps: bot.caps,
  hand_over_message: bot.handOverMessage,
  tools: bot.tools,
  created_at: bot.createdAt.toISOString(),
  updated_at: bot.updatedAt.toISOString(),
});
