import type { Channel } from '@parley/common/channels';
import { buildPrompt } from '../domain/build-prompt.ts';
import { type FittedHistory, fitHistory, type HistoryMessage } from '../domain/fit-history.ts';
import type { ReplyBot } from '../domain/reply-bot.ts';
import type { ReplyOutcome } from '../domain/reply-outcome.ts';
import { splitReply } from '../domain/split-reply.ts';
import { type CallModelDeps, type CallTotals, type OpenedAccount, openModelCalls } from './call-model.ts';
import { runModel } from './run-model.ts';
import { type MadeCall, openTools, type Passage, type RunToolDeps, type ToolConversation } from './run-tool.ts';
import { hasFiles, type ShowHistoryDeps, showHistory } from './show-history.ts';

/** A conversation for a reply. */
export interface LoadedConversation {
  channel: Channel;
  conversation: ToolConversation;
  /** Oldest first, up to the message to answer, and after the last resolve. */
  messages: HistoryMessage[];
}

export interface MakeReplyDeps extends CallModelDeps, RunToolDeps, ShowHistoryDeps {
  /** The one key that the bot may use; null: there is none. */
  openAccount(bot: ReplyBot): Promise<OpenedAccount | null>;
  /**
   * Stores the status of a key after its use. False: the key was replaced or deleted meanwhile, and the status of the
   * current one is unknown.
   */
  markKey(account: OpenedAccount, status: 'works' | 'refused' | 'out_of_money'): Promise<boolean>;
  loadConversation(given: {
    tenantId: number;
    conversationId: number;
    /** Merged conversations whose messages it answers too. */
    mergedIds: readonly number[];
    upToMessageId: string;
  }): Promise<LoadedConversation | null>;
  /**
   * Takes a slot among the replies that hold files in memory; null: too many wait for one. The returned function
   * releases it.
   */
  holdFiles(tenantId: number): Promise<(() => void) | null>;
  /** All of a bot's knowledge; null where it is too long for a prompt, empty where there is none. */
  loadAllKnowledge(tenantId: number, botId: number): Promise<string | null>;
}

export interface ReplyJob {
  tenantId: number;
  bot: ReplyBot;
  conversationId: number;
  /** Conversations that were merged into it while the turn is open. */
  mergedIds: readonly number[];
  turnId: string;
  /** Model calls made for the turn before. */
  callsBefore: number;
  triggerMessageId: string;
  /** Aborts it: a newer message, a person, a lost lease. */
  signal: AbortSignal;
}

export type MakeReply = (job: ReplyJob) => Promise<ReplyOutcome>;

/** A reply with a trace of its steps. */
export interface TracedReply {
  outcome: ReplyOutcome;
  toolCalls: readonly MadeCall[];
  passages: readonly Passage[];
  totals: CallTotals;
}

/** Inputs of a reply. */
export interface ReplyContext {
  bot: ReplyBot;
  turnId: string | null;
  callsBefore: number;
  channel: Channel;
  messages: readonly HistoryMessage[];
  /** Null: a trial. */
  conversation: ToolConversation | null;
  signal: AbortSignal;
}

/** Maximum time of a reply, including tools and models. */
const REPLY_MS = 120_000;
/** Wait of replies with files until a slot is free. */
const BUSY_SECONDS = 10;
const NOTHING = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, costMicros: 0n };

const untraced = (outcome: ReplyOutcome): TracedReply => ({ outcome, toolCalls: [], passages: [], totals: NOTHING });

async function askModel(
  deps: MakeReplyDeps,
  { bot, channel, signal, conversation, turnId, callsBefore }: ReplyContext,
  history: FittedHistory,
  account: OpenedAccount,
): Promise<TracedReply> {
  const endsAtMs = deps.now().getTime() + REPLY_MS;
  const knowledge = await deps.loadAllKnowledge(bot.tenantId, bot.id);
  const canSearch = knowledge === null;
  const calls = openModelCalls(deps, { bot, turnId, callsBefore, account, signal });
  const tools = openTools(deps, { bot, conversation, canSearch, signal });
  const trace = (outcome: ReplyOutcome): TracedReply => ({
    outcome,
    toolCalls: tools.made(),
    passages: tools.passages(),
    totals: calls.totals(),
  });
  const shown = await showHistory(deps, history, { bot, calls, signal });
  if (!shown.ok) return trace(shown.outcome);
  const system = buildPrompt({ ...bot, channel, knowledge: knowledge === '' ? null : knowledge, canSearch });
  const nowMs = () => deps.now().getTime();
  const ran = await runModel({ calls, tools, system, messages: shown.messages, endsAtMs, nowMs });
  if (ran.kind !== 'text') return trace(ran);
  return trace({ kind: 'reply', texts: splitReply(channel, ran.isCut ? `${ran.text}…` : ran.text) });
}

/** Makes one reply to messages from any source, with a trace. Stores only its usage. */
export async function traceReply(deps: MakeReplyDeps, context: ReplyContext): Promise<TracedReply> {
  const { bot } = context;
  const history = fitHistory(context.messages, bot.historyTokens);
  if (history.messages.length === 0) return untraced({ kind: 'superseded' });
  const account = await deps.openAccount(bot);
  if (!account) return untraced({ kind: 'stopped', reason: 'no_key' });
  const release = hasFiles(history) ? await deps.holdFiles(bot.tenantId) : () => {};
  if (!release) return untraced({ kind: 'wait', seconds: BUSY_SECONDS });
  try {
    const traced = await askModel(deps, context, history, account);
    return { ...traced, outcome: await judgeKey(deps, account, traced.outcome) };
  } finally {
    release();
  }
}

/** Stores the key's status. If the key was replaced while in use, the bot asks again at once with the new one. */
async function judgeKey(deps: MakeReplyDeps, account: OpenedAccount, outcome: ReplyOutcome): Promise<ReplyOutcome> {
  if (outcome.kind === 'reply') await deps.markKey(account, 'works');
  if (outcome.kind !== 'stopped' || (outcome.reason !== 'key_refused' && outcome.reason !== 'out_of_money'))
    return outcome;
  const isStill = await deps.markKey(account, outcome.reason === 'key_refused' ? 'refused' : 'out_of_money');
  return isStill ? outcome : { kind: 'wait', seconds: 0 };
}

/**
 * Makes the reply to a conversation's newest messages (docs/reference/bot-replies.md#a-reply): one model, one key,
 * limits on steps, time and cost. Sends nothing and stores only its usage. Rejects when the database or the bus is
 * down.
 */
export function makeReply(deps: MakeReplyDeps): MakeReply {
  return async ({ tenantId, bot, conversationId, mergedIds, turnId, callsBefore, triggerMessageId, signal }) => {
    const upTo = { tenantId, conversationId, mergedIds, upToMessageId: triggerMessageId };
    const loaded = await deps.loadConversation(upTo);
    if (!loaded) return { kind: 'superseded' };
    return (await traceReply(deps, { bot, turnId, callsBefore, signal, ...loaded })).outcome;
  };
}
