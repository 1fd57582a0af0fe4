import { AppError } from '@parley/common/errors';
import { AiError } from '@parley/providers/ai/ai-error';
import type { AiAccount, AiAnswer, AiRequest, AiUsage, TranscriptionRequest } from '@parley/providers/ai/ai-port';
import type { CallRefusal } from '../domain/admit-call.ts';
import { capReason, usageCapsOf, worstCaseOf } from '../domain/cap-budget.ts';
import { classifyOutcome, isUnpaid } from '../domain/classify-outcome.ts';
import { addUsage, type CallTotals, NO_TOTALS, type SettledUsage } from '../domain/model-usage.ts';
import { costOf, type ModelPrice, priceOf } from '../domain/read-price-list.ts';
import type { ReplyContext } from '../domain/reply-context.ts';
import type { NoReply } from '../domain/reply-outcome.ts';
import type { BotsService } from '../service.ts';
import { settleUsage } from '../storage/usage-store.ts';
import type { OpenedAccount } from './open-account.ts';
import { reserveUsage } from './reserve-usage.ts';

type Called<Answer> = { ok: true; answer: Answer } | { ok: false; outcome: NoReply };

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

/** Maximum tokens of a transcript. */
const TRANSCRIPT_TOKENS = 2000;
/** Maximum calls of one turn, across all replies begun for it. */
const MAX_CALLS_A_TURN = 32;

function outcomeOf(refused: CallRefusal): NoReply {
  if (refused.kind === 'cap') return { kind: 'hand_over', reason: capReason(refused.cap) };
  if (refused.kind === 'credit') return { kind: 'stopped', reason: refused.reason };
  throw new AppError('rate_limited', {
    message: 'Too many trials of bots.',
    retry_after: refused.retryAfterSeconds,
  });
}

/**
 * Makes the calls of one reply. Each checks the caps first and reserves its worst case
 * (docs/reference/bot-replies.md#caps); the first one also checks the credit (docs/reference/bot-replies.md#credit).
 * Errors: rate_limited, for a trial.
 */
export function makeModelCalls(
  service: BotsService,
  { bot, turnId, callsBefore, signal }: ReplyContext,
  { account, models }: OpenedAccount,
): ModelCalls {
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
    totals = addUsage(totals, usage, costMicros);
    const row = { ...settled, costMicros, isUnpaid: unpaid, endedAt: service.now() };
    await settleUsage(service.replyDatabase, tenantId, id, row);
  }

  async function run<Answer extends { usage: AiUsage | null }>(
    model: string,
    tokens: { prompt: number; output: number },
    ask: () => Promise<Answer>,
  ): Promise<Called<Answer>> {
    if (signal.aborted) return { ok: false, outcome: { kind: 'superseded' } };
    if (callsBefore + step >= MAX_CALLS_A_TURN)
      return { ok: false, outcome: { kind: 'hand_over', reason: 'too_many_calls' } };
    const startedAt = service.now();
    const price = priceOf(service.prices, { provider, model }, startedAt);
    const worst = worstCaseOf(tokens.prompt, tokens.output, price);
    const priceVersion = price?.version ?? null;
    const call = { tenantId, botId, turnId, step: ++step, provider, model, keyMode, worst, priceVersion, startedAt };
    const reserved = await reserveUsage(service, call, caps);
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
        models.generate({ ...account, ...request, model: bot.model, signal }),
      ),
    transcribe: (request, promptTokens) =>
      run(request.model, { prompt: promptTokens, output: TRANSCRIPT_TOKENS }, () =>
        models.transcribe({ ...account, ...request, signal }),
      ),
    totals: () => totals,
  };
}
