import { AppError } from '@parley/common/errors';
import { sendNow } from '@parley/database/statements/unsent';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { AiError } from '@parley/providers/ai/ai-error';
import type { AiAccount, AiRequest, AiUsage, TranscriptionRequest } from '@parley/providers/ai/ai-port';
import { keyPurpose, platformAccountOf, type StoredKey } from '../keys/key.rules.ts';
import { findKey } from '../keys/key.store.ts';
import type { BotsService } from '../service.ts';
import {
  admitCall,
  type CallRefusal,
  capReason,
  isCapped,
  type UsageCaps,
  usageCapsOf,
  worstCaseOf,
} from '../usage/budget.rules.ts';
import { costOf, type ModelPrice, priceOf } from '../usage/price-list.rules.ts';
import {
  addUsage,
  beginsReply,
  type CallTotals,
  type NewUsage,
  NO_TOTALS,
  type SettledUsage,
} from '../usage/usage.rules.ts';
import { insertUsage, lockAndLoadFacts, payReply, settleUsage } from '../usage/usage.store.ts';
import type { Models } from './open-models.client.ts';
import { classifyOutcome, isUnpaid, type NoReply, type ReplyBot, type ReplyContext } from './reply.rules.ts';

type Called<Answer> = { ok: true; answer: Answer } | { ok: false; outcome: NoReply };

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
) {
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
    generate: (request: Omit<AiRequest, keyof AiAccount | 'model' | 'signal'>, promptTokens: number) =>
      run(bot.model, { prompt: promptTokens, output: request.maxOutputTokens }, () =>
        models.generate({ ...account, ...request, model: bot.model, signal }),
      ),
    transcribe: (request: Omit<TranscriptionRequest, keyof AiAccount | 'signal'>, promptTokens: number) =>
      run(request.model, { prompt: promptTokens, output: TRANSCRIPT_TOKENS }, () =>
        models.transcribe({ ...account, ...request, signal }),
      ),
    totals: (): CallTotals => totals,
  };
}

/** The calls of one reply: each is stored before it is made, and settled after it. */
export type ModelCalls = ReturnType<typeof makeModelCalls>;

/** The endpoint and key of a bot's calls. */
export interface OpenedAccount {
  account: AiAccount;
  models: Models;
  /** The tenant's key as it was read; null: the deployment's key. */
  stored: StoredKey | null;
}

/**
 * Opens the one key that a bot may use: the tenant's or the deployment's, without a fallback to the other
 * (docs/reference/bot-replies.md#a-reply). Null: there is none.
 */
export async function openAccount(
  { environment, models, cipher, replyDatabase, sharedReads }: BotsService,
  { tenantId, provider, keyMode }: ReplyBot,
): Promise<OpenedAccount | null> {
  if (keyMode === 'platform') {
    const account = platformAccountOf(environment, provider);
    return account && { account, models: models.platform, stored: null };
  }
  const stored = await sharedReads.key(`${tenantId}:${provider}`, () => findKey(replyDatabase, tenantId, provider));
  if (!stored) return null;
  const account = { provider, apiKey: cipher.decrypt(stored.apiKey, keyPurpose(stored)), baseUrl: stored.baseUrl };
  return { account, models: models.own, stored };
}

/**
 * Stores a call with its worst case, and debits the price of its reply, unless a cap, the credit or the rate of trials
 * refuses it. Row locks serialize concurrent calls of the same bot or the same credit.
 */
export async function reserveUsage(
  { replyDatabase, environment }: Pick<BotsService, 'replyDatabase' | 'environment'>,
  call: NewUsage,
  caps: UsageCaps,
): Promise<{ id: string } | { refused: CallRefusal }> {
  const isFree = call.turnId !== null && (call.keyMode === 'own' || !beginsReply(call));
  if (isFree && !isCapped(caps)) return sendNow(replyDatabase, insertUsage(call, '0'));
  const replyPrice = call.keyMode === 'platform' ? environment.PARLEY_BOT_PRICE : '0';
  return retryConflicts(() =>
    replyDatabase.transaction(async (sql) => {
      const decision = admitCall({ caps, worst: call.worst, replyPrice }, await lockAndLoadFacts(sql, call, caps));
      if (decision.kind !== 'admit') return { refused: decision };
      if (decision.price !== '0') await payReply(sql, call, decision);
      return sql.commitWith(insertUsage(call, decision.price));
    }),
  );
}
