import { buildPrompt } from '../domain/build-prompt.ts';
import { type FittedHistory, fitHistory } from '../domain/fit-history.ts';
import { type CallTotals, NO_TOTALS } from '../domain/model-usage.ts';
import type { Passage } from '../domain/passage.ts';
import type { ReplyContext } from '../domain/reply-context.ts';
import type { ReplyOutcome } from '../domain/reply-outcome.ts';
import { hasFiles } from '../domain/shown-files.ts';
import { splitReply } from '../domain/split-reply.ts';
import type { BotsService } from '../service.ts';
import { judgeKey } from './judge-key.ts';
import { loadAllKnowledge } from './load-all-knowledge.ts';
import { makeModelCalls } from './model-calls.ts';
import { type OpenedAccount, openAccount } from './open-account.ts';
import { runModel } from './run-model.ts';
import { showHistory } from './show-history.ts';
import { type MadeCall, makeToolRunner } from './tool-runner.ts';

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
