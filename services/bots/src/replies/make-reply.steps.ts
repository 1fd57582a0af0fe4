import type { AiMessage, AiPart } from '@parley/providers/ai/ai-port';
import { markKey } from '../keys/key.store.ts';
import { loadAllKnowledge } from '../knowledge/knowledge.steps.ts';
import { mostTokens, type Passage } from '../knowledge/passage.rules.ts';
import type { BotsService } from '../service.ts';
import type { ClaimedTurn } from '../turns/decide-turn.rules.ts';
import { splitReply } from '../turns/split-reply.rules.ts';
import { type CallTotals, NO_TOTALS } from '../usage/usage.rules.ts';
import { type FittedHistory, fitHistory, hasFiles } from './history.rules.ts';
import { loadConversation } from './history.store.ts';
import { type ModelCalls, makeModelCalls, type OpenedAccount, openAccount } from './model-calls.steps.ts';
import { buildPrompt } from './prompt.rules.ts';
import type { NoReply, ReplyContext, ReplyOutcome } from './reply.rules.ts';
import { showHistory } from './show-history.steps.ts';
import { type MadeCall, makeToolRunner, type ToolRunner } from './tool-runner.steps.ts';

interface ReplyJob extends Pick<ReplyContext, 'bot' | 'callsBefore' | 'signal'> {
  turn: Pick<ClaimedTurn, 'id' | 'tenantId' | 'conversationId' | 'mergedIds' | 'triggerMessageId'>;
}

/**
 * Makes the reply to a conversation's newest messages (docs/reference/bot-replies.md#a-reply): one model, one key,
 * limits on steps, time and cost. Sends nothing and stores only its usage. Rejects when the database or the bus is
 * down.
 */
export async function makeReply(service: BotsService, { turn, ...job }: ReplyJob): Promise<ReplyOutcome> {
  const loaded = await loadConversation(service.replyDatabase, turn);
  if (!loaded) return { kind: 'superseded' };
  return (await traceReply(service, { ...job, turnId: turn.id, ...loaded })).outcome;
}

/** A reply with a trace of its steps. */
interface TracedReply {
  outcome: ReplyOutcome;
  toolCalls: readonly MadeCall[];
  passages: readonly Passage[];
  totals: CallTotals;
}

/** Maximum time of a reply, including tools and models. */
const REPLY_MS = 120_000;
/** Wait of a reply with files for a slot. */
const FILE_WAIT_MS = 60_000;
/** Then the whole reply is made again after this time. */
const BUSY_SECONDS = 10;

const untraced = (outcome: ReplyOutcome): TracedReply => ({ outcome, toolCalls: [], passages: [], totals: NO_TOTALS });

async function askModel(
  service: BotsService,
  context: ReplyContext,
  history: FittedHistory,
  account: OpenedAccount,
): Promise<TracedReply> {
  const { bot, channel, signal } = context;
  const endsAtMs = service.now().getTime() + REPLY_MS;
  const scope = { tenantId: bot.tenantId, botId: bot.id };
  const knowledge = await service.sharedReads.knowledge(`${scope.tenantId}:${scope.botId}`, () =>
    loadAllKnowledge(service, scope),
  );
  const canSearch = knowledge === null;
  const calls = makeModelCalls(service, context, account);
  const tools = makeToolRunner(service, context, canSearch);
  const trace = (outcome: ReplyOutcome): TracedReply => ({
    outcome,
    toolCalls: tools.made(),
    passages: tools.passages(),
    totals: calls.totals(),
  });
  const shown = await showHistory(service, history, { bot, calls, signal });
  if ('outcome' in shown) return trace(shown.outcome);
  const system = buildPrompt({ ...bot, channel, knowledge: knowledge === '' ? null : knowledge, canSearch });
  const ran = await runModel(service, { calls, tools, system, messages: shown.messages, endsAtMs });
  if (ran.kind !== 'text') return trace(ran);
  return trace({ kind: 'reply', texts: splitReply(channel, ran.isCut ? `${ran.text}…` : ran.text) });
}

/** Makes one reply, with a trace of its steps. Stores only its usage. Errors: rate_limited, for a trial. */
export async function traceReply(service: BotsService, context: ReplyContext): Promise<TracedReply> {
  const { bot, messages } = context;
  const history = fitHistory(messages, bot.historyTokens);
  if (history.messages.length === 0) return untraced({ kind: 'superseded' });
  const account = await openAccount(service, bot);
  if (!account) return untraced({ kind: 'stopped', reason: 'no_key' });
  const slot = hasFiles(history) ? String(bot.tenantId) : null;
  if (slot !== null && !(await service.fileSlots.acquire(slot, FILE_WAIT_MS)))
    return untraced({ kind: 'wait', seconds: BUSY_SECONDS });
  try {
    const traced = await askModel(service, context, history, account);
    return { ...traced, outcome: await judgeKey(service, account, traced.outcome) };
  } finally {
    if (slot !== null) service.fileSlots.release(slot);
  }
}

/** Whether the key is still the bot's. False: it has been replaced or deleted, and its status was not stored. */
async function mark(
  { database, now }: BotsService,
  { stored }: OpenedAccount,
  status: 'works' | 'refused' | 'out_of_money',
): Promise<boolean> {
  // The deployment's key has no status; and a key that worked before needs no update.
  if (stored === null || (status === 'works' && stored.status === status)) return true;
  return markKey(database.prisma, stored, status, now());
}

/** Stores the key's status. If the key was replaced while in use, the bot asks again at once with the new one. */
async function judgeKey(service: BotsService, account: OpenedAccount, outcome: ReplyOutcome): Promise<ReplyOutcome> {
  if (outcome.kind === 'reply') await mark(service, account, 'works');
  if (outcome.kind !== 'stopped' || (outcome.reason !== 'key_refused' && outcome.reason !== 'out_of_money'))
    return outcome;
  const isStill = await mark(service, account, outcome.reason === 'key_refused' ? 'refused' : 'out_of_money');
  return isStill ? outcome : { kind: 'wait', seconds: 0 };
}

interface ModelRun {
  calls: ModelCalls;
  tools: ToolRunner;
  system: string;
  messages: readonly AiMessage[];
  /** Deadline of the whole reply. */
  endsAtMs: number;
}

/** Text for the customer; `isCut`: the model was not finished. */
type RunOutcome = { kind: 'text'; text: string; isCut: boolean } | NoReply;

/** Maximum model calls of one reply. */
const MAX_STEPS = 8;
/** Includes reasoning. */
const MAX_OUTPUT_TOKENS = 4000;
const CALL_TIMEOUT_MS = 60_000;
/** Maximum tokens of an image at any provider. */
const IMAGE_TOKENS = 1600;

const tokensOfPart = (part: AiPart): number => (part.type === 'text' ? mostTokens(part.text) : IMAGE_TOKENS);

function tokensOf(message: AiMessage): number {
  if (message.role === 'assistant') return mostTokens(message.text);
  if (message.role === 'turn') return message.results.reduce((sum, { output }) => sum + mostTokens(output), 0);
  return message.parts.reduce((sum, part) => sum + tokensOfPart(part), 0);
}

/**
 * Asks the model until it answers with text or asks for a person, and runs its tool calls in between. A request for a
 * person takes precedence over other calls of the same step.
 */
async function runModel(
  service: BotsService,
  { calls, tools, system, messages, endsAtMs }: ModelRun,
): Promise<RunOutcome> {
  const prompt: AiMessage[] = [...messages];
  let promptTokens = mostTokens(system) + mostTokens(JSON.stringify(tools.tools));
  promptTokens += messages.reduce((sum, message) => sum + tokensOf(message), 0);
  for (let step = 1; step <= MAX_STEPS; step++) {
    const timeoutMs = Math.min(CALL_TIMEOUT_MS, endsAtMs - service.now().getTime());
    if (timeoutMs <= 0) return { kind: 'hand_over', reason: 'timeout' };
    const given = { system, messages: prompt, tools: tools.tools, maxOutputTokens: MAX_OUTPUT_TOKENS, timeoutMs };
    const called = await calls.generate(given, promptTokens);
    if (!called.ok) return called.outcome;
    const { text, toolCalls, finishReason, turn, usage } = called.answer;
    if (toolCalls.length === 0) return { kind: 'text', text, isCut: finishReason === 'length' };
    const results: { callId: string; name: string; output: string }[] = [];
    for (const call of toolCalls) {
      const ran = await tools.run(call);
      if ('handOver' in ran) return { kind: 'hand_over', reason: ran.handOver };
      results.push({ callId: call.callId, name: call.name, output: ran.output });
    }
    const next: AiMessage = { role: 'turn', turn, results };
    prompt.push(next);
    promptTokens += (usage?.outputTokens ?? MAX_OUTPUT_TOKENS) + tokensOf(next);
  }
  return { kind: 'hand_over', reason: 'too_many_steps' };
}
