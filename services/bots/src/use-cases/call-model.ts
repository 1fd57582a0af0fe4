import type { AiProvider } from '@parley/common/ai-providers';
import { AppError } from '@parley/common/errors';
import { AiError, type AiErrorKind } from '@parley/providers/ai/ai-error';
import type {
  AiAccount,
  AiAnswer,
  AiRequest,
  AiUsage,
  Generate,
  Transcribe,
  TranscriptionRequest,
} from '@parley/providers/ai/ai-port';
import { admitCall, type CallDecision, type CallFacts } from '../domain/admit-call.ts';
import { capReason, type UsageCaps, usageCapsOf, type WorstCase, worstCaseOf } from '../domain/cap-budget.ts';
import { classifyOutcome, isUnpaid } from '../domain/classify-outcome.ts';
import { costOf, type ModelPrice } from '../domain/read-price-list.ts';
import type { ReplyBot } from '../domain/reply-bot.ts';
import type { NoReply } from '../domain/reply-outcome.ts';
import type { StoredKey } from '../storage/key-store.ts';

/** The endpoint and key of a bot's calls. */
export interface OpenedAccount extends AiAccount {
  generate: Generate;
  transcribe: Transcribe;
  /** The tenant's key as it was read; null: the deployment's key. */
  stored: StoredKey | null;
}

/** A call that is about to be made. */
export interface NewUsage {
  tenantId: number;
  botId: number;
  turnId: string | null;
  step: number;
  provider: AiProvider;
  model: string;
  keyMode: ReplyBot['keyMode'];
  worst: WorstCase;
  /** Version of the price list; null: the list does not name the model. */
  priceVersion: string | null;
  startedAt: Date;
}

/** Result of a call. */
export interface SettledUsage {
  status: 'completed' | 'interrupted';
  /** Null: not reported; the worst case keeps counting unless the call certainly cost nothing. */
  usage: AiUsage | null;
  costMicros: bigint | null;
  errorClass: AiErrorKind | null;
  isUnpaid: boolean;
  endedAt: Date;
}

export interface CallModelDeps {
  /** Inserts the row of a call with its worst case and the price of its reply, unless `decide` refuses it. */
  reserveUsage(
    call: NewUsage,
    caps: UsageCaps,
    decide: (facts: CallFacts) => CallDecision,
  ): Promise<{ id: string } | { refused: Refused }>;
  /** Price of a reply on the deployment's key, an exact decimal. */
  replyPrice: string;
  settleUsage(tenantId: number, id: string, settled: SettledUsage): Promise<void>;
  priceOf(model: { provider: AiProvider; model: string }, at: Date): ModelPrice | null;
  now(): Date;
}

export type Called<Answer> = { ok: true; answer: Answer } | { ok: false; outcome: NoReply };

/** Total usage of the calls of one reply so far. */
export interface CallTotals extends AiUsage {
  /** Null once a call had no price. */
  costMicros: bigint | null;
}

type Refused = Exclude<CallDecision, { kind: 'admit' }>;

/** The calls of one reply: each is stored before it is made, and settled after it. */
export interface ModelCalls {
  generate(
    request: Omit<AiRequest, keyof AiAccount | 'model' | 'signal'>,
    promptTokens: number,
  ): Promise<Called<AiAnswer>>;
  transcribe(
    request: Omit<TranscriptionRequest, keyof AiAccount | 'signal'>,
    promptTokens: number,
  ): Promise<Called<{ text: string }>>;
  totals(): CallTotals;
}

const NO_TOTALS: CallTotals = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  costMicros: 0n,
};
/** Maximum tokens of a transcript. */
const TRANSCRIPT_TOKENS = 2000;

function addTo(totals: CallTotals, usage: AiUsage | null, costMicros: bigint | null): CallTotals {
  return {
    inputTokens: totals.inputTokens + (usage?.inputTokens ?? 0),
    cachedInputTokens: totals.cachedInputTokens + (usage?.cachedInputTokens ?? 0),
    outputTokens: totals.outputTokens + (usage?.outputTokens ?? 0),
    reasoningTokens: totals.reasoningTokens + (usage?.reasoningTokens ?? 0),
    costMicros: totals.costMicros === null || costMicros === null ? null : totals.costMicros + costMicros,
  };
}

/** Maximum calls of one turn, across all replies begun for it. */
const MAX_CALLS_A_TURN = 32;

/** Outcome of a refused call. */
function outcomeOf(refused: Refused): NoReply {
  if (refused.kind === 'cap') return { kind: 'hand_over', reason: capReason(refused.cap) };
  if (refused.kind === 'credit') return { kind: 'stopped', reason: refused.reason };
  throw new AppError('rate_limited', {
    message: 'Too many trials of bots.',
    retry_after: refused.retryAfterSeconds,
  });
}

interface CallJob {
  bot: ReplyBot;
  turnId: string | null;
  /** Calls that earlier replies of the turn made. */
  callsBefore: number;
  account: OpenedAccount;
  signal: AbortSignal;
}

/**
 * Begins the calls of one reply. Each checks the caps first and reserves its worst case
 * (docs/reference/bot-replies.md#caps); the first one also checks the credit (docs/reference/bot-replies.md#credit).
 * Errors: rate_limited, for a trial.
 */
export function openModelCalls(
  deps: CallModelDeps,
  { bot, turnId, callsBefore, account, signal }: CallJob,
): ModelCalls {
  const { now } = deps;
  const { generate, transcribe, stored: _stored, ...access } = account;
  const { id: botId, tenantId, provider, keyMode } = bot;
  const caps = usageCapsOf(bot.caps);
  let step = 0;
  let totals = NO_TOTALS;

  async function settle(
    id: string,
    price: ModelPrice | null,
    settled: Pick<SettledUsage, 'status' | 'usage' | 'errorClass'>,
  ) {
    const { usage, errorClass } = settled;
    const unpaid = errorClass !== null && usage === null && isUnpaid(errorClass);
    const costMicros = unpaid ? 0n : usage && price ? costOf(price, usage) : null;
    totals = addTo(totals, usage, costMicros);
    await deps.settleUsage(tenantId, id, { ...settled, costMicros, isUnpaid: unpaid, endedAt: now() });
  }

  async function run<Answer extends { usage: AiUsage | null }>(
    model: string,
    tokens: { prompt: number; output: number },
    ask: () => Promise<Answer>,
  ): Promise<Called<Answer>> {
    if (signal.aborted) return { ok: false, outcome: { kind: 'superseded' } };
    if (callsBefore + step >= MAX_CALLS_A_TURN)
      return { ok: false, outcome: { kind: 'hand_over', reason: 'too_many_calls' } };
    const startedAt = now();
    const price = deps.priceOf({ provider, model }, startedAt);
    const worst = worstCaseOf(tokens.prompt, tokens.output, price);
    const priceVersion = price?.version ?? null;
    const call = { tenantId, botId, turnId, step: ++step, provider, model, keyMode, worst, priceVersion, startedAt };
    const replyPrice = keyMode === 'platform' ? deps.replyPrice : '0';
    const reserved = await deps.reserveUsage(call, caps, (facts) => admitCall({ caps, worst, replyPrice }, facts));
    if ('refused' in reserved) return { ok: false, outcome: outcomeOf(reserved.refused) };
    const asked = await ask().catch((error: unknown) => {
      if (error instanceof AiError || signal.aborted) return { error };
      throw error;
    });
    if (!('error' in asked)) {
      await settle(reserved.id, price, { status: 'completed', usage: asked.usage, errorClass: null });
      return { ok: true, answer: asked };
    }
    const { error } = asked;
    if (!(error instanceof AiError)) {
      await settle(reserved.id, price, { status: 'interrupted', usage: null, errorClass: null });
      return { ok: false, outcome: { kind: 'superseded' } };
    }
    await settle(reserved.id, price, { status: 'completed', usage: error.usage, errorClass: error.kind });
    return { ok: false, outcome: classifyOutcome(error) };
  }

  return {
    generate: (request, promptTokens) =>
      run(bot.model, { prompt: promptTokens, output: request.maxOutputTokens }, () =>
        generate({ ...access, ...request, model: bot.model, signal }),
      ),
    transcribe: (request, promptTokens) =>
      run(request.model, { prompt: promptTokens, output: TRANSCRIPT_TOKENS }, () =>
        transcribe({ ...access, ...request, signal }),
      ),
    totals: () => totals,
  };
}
