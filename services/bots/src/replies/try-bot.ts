import { verb } from '@parley/bus/verb';
import { tryBot as contract } from '@parley/common/contracts/operator/bot-turns';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { fromMicros } from '@parley/messaging/credit/micros';
import type { BotsService } from '../service.ts';
import { rowIdOf } from '../settings/bot.rules.ts';
import { findBot } from '../settings/bot.store.ts';
import type { CallTotals } from '../usage/usage.rules.ts';
import { traceReply } from './make-reply.steps.ts';
import type { ReplyOutcome } from './reply.rules.ts';

type Tried = OutputOf<typeof contract>;

const usageOf = ({ costMicros, ...totals }: CallTotals): Tried['usage'] => ({
  inputTokens: totals.inputTokens,
  cachedTokens: totals.cachedInputTokens,
  outputTokens: totals.outputTokens,
  reasoningTokens: totals.reasoningTokens,
  cost: costMicros === null ? null : fromMicros(costMicros),
});

function endOf(outcome: ReplyOutcome): Pick<Tried, 'outcome' | 'reason' | 'retryAfter' | 'texts'> {
  const nothing = { reason: null, retryAfter: null, texts: [] };
  switch (outcome.kind) {
    case 'reply':
      return { ...nothing, outcome: 'reply', texts: outcome.texts };
    case 'wait':
      return { ...nothing, outcome: 'wait', retryAfter: outcome.seconds };
    case 'superseded':
      // A trial has no signal, and always has something to answer.
      throw new Error('A trial was superseded.');
    case 'stopped':
      if (outcome.reason === 'no_credit' || outcome.reason === 'tenant_inactive')
        throw new AppError('insufficient_balance');
      return { ...nothing, outcome: 'stopped', reason: outcome.reason };
    default:
      return { ...nothing, outcome: outcome.kind, reason: outcome.reason };
  }
}

/**
 * Answers a transcript with a bot (docs/reference/bot-replies.md#try). Stores only its usage, sends nothing, and calls
 * no server of the tenant. A disabled or stopped bot can be tried. Errors: unknown_tenant, unknown_bot,
 * insufficient_balance, rate_limited.
 */
export const tryBot = verb(contract, async (service: BotsService, { slug, id, channel, messages }) => {
  const { database } = service;
  const bot = await findBot(database.prisma, await tenantOfSlug(database, slug), rowIdOf(id));
  if (!bot) throw new AppError('unknown_bot');
  const history = messages.map(({ from, text }, index) => ({
    messageId: String(index + 1),
    isCustomer: from === 'customer',
    text,
    files: [],
  }));
  const { signal } = new AbortController();
  const trial = { bot, turnId: null, callsBefore: 0, channel, messages: history, conversation: null, signal };
  const { outcome, toolCalls, passages, totals } = await traceReply(service, trial);
  return {
    ...endOf(outcome),
    // safe: the model delivered the arguments as JSON
    toolCalls: toolCalls.map((call) => ({
      ...call,
      arguments: call.arguments as Tried['toolCalls'][number]['arguments'],
    })),
    passages: [...passages],
    usage: usageOf(totals),
  };
});
