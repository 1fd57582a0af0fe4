import { makeReply } from '../replies/make-reply.steps.ts';
import type { BotsService } from '../service.ts';
import { findBot } from '../settings/bot.store.ts';
import { refuseCredit } from '../usage/budget.rules.ts';
import { decideAfterReply, decideStep } from './decide-turn.rules.ts';
import { showTyping } from './send.client.ts';
import {
  type AnsweredTurn,
  answersTooQuickly,
  BUSY_TURNS,
  type Claim,
  isSameReply,
  leaseEnd,
  MAX_RUNNING,
  RESERVED_SLOTS,
  type Standing,
  turnPrice,
} from './turn.rules.ts';
import { endTurn, handOver, sendReply, storeReply } from './turn.steps.ts';
import { claimTurns, findStanding, releaseTurn } from './turn.store.ts';
import { endLoop, endOfStep, endWithoutReply } from './turn-end.rules.ts';

const BATCH = 64;
const AGAIN_MS = 2000;

async function run(service: BotsService, claim: Claim, signal: AbortSignal): Promise<void> {
  const { database, logger } = service;
  const { turn } = claim;
  try {
    await runTurn(service, claim, signal);
  } catch (error) {
    logger.warn(
      'bot-turn.failed',
      { err: error, turn_id: turn.id },
      'A turn of a bot could not be run; it is tried again.',
    );
    // If the release fails too, the lease expires.
    await releaseTurn(database, turn, new Date(service.now().getTime() + AGAIN_MS)).catch(() => {});
  }
}

/** Claims and starts at most `count` due turns of tenants other than `without`; returns how many. */
async function startDue(service: BotsService, count: number, without: readonly number[]): Promise<number> {
  if (count <= 0) return 0;
  const now = service.now();
  const holder = await service.claims.holder.claimAs();
  const claimed = await claimTurns(service.database, { now, until: leaseEnd(now), count, holder, without });
  for (const claim of claimed) service.runningTurns.start(claim, (signal) => run(service, claim, signal));
  return claimed.length;
}

/**
 * Starts due turns, each under a lease that is renewed while it runs; true when more may be waiting. Tenants that run few
 * turns come first, and the last slots are theirs alone. A turn stops generating when another message arrives, a person
 * intervenes, or its lease is lost.
 */
export async function runDueTurns(service: BotsService): Promise<boolean> {
  const { runningTurns } = service;
  const busy = runningTurns.tenantsWith(BUSY_TURNS);
  const count = Math.min(BATCH, MAX_RUNNING - runningTurns.size);
  const started = await startDue(service, count, busy);
  if (busy.length === 0) return count > 0 && started === count;
  const rest = Math.min(BATCH - started, MAX_RUNNING - RESERVED_SLOTS - runningTurns.size);
  const further = await startDue(service, rest, []);
  return (count > 0 && started === count) || (rest > 0 && further === rest);
}

const HOUR_MS = 3_600_000;

/** Runs one claimed turn until it ends or is released (docs/reference/bots.md#a-turn). */
async function runTurn(service: BotsService, { turn, conversation }: Claim, signal: AbortSignal): Promise<void> {
  const { tenantId, botId } = turn;
  const now = service.now();
  const since = new Date(now.getTime() - HOUR_MS);
  const [bot, standing] = await Promise.all([
    service.sharedReads.bot(`${tenantId}:${botId}`, () => findBot(service.database.prisma, tenantId, botId)),
    findStanding(service.turnDatabase, turn, since),
  ]);
  const { channel } = conversation;
  const { turns, lines, credit, isPaid, replies } = standing;
  const needs = bot ? turnPrice(service.environment, channel, bot, isPaid) : 0n;
  const refusal = refuseCredit(credit, needs);
  const isLoop = answersTooQuickly(lines);
  const step = decideStep(turn, { bot, conversation, turns, isLoop, refusal, replies, now });
  if (step.kind === 'end') return endTurn(service, turn, bot ? endOfStep(turn, bot, step, needs) : step);
  // The bot was deleted after its reply was stored.
  if (!bot) return endTurn(service, turn, { outcome: 'no_reply', reason: 'bot_off' });
  const answered = { turn, bot, channel };
  if (step.kind === 'send') return sendReply(service, answered, step.texts);
  return step.kind === 'hand_over'
    ? handOver(service, answered, step.reason)
    : answerTurn(service, answered, { standing, needs, signal });
}

/** Makes the reply of a turn, stores and sends it. `needs`: the price of the turn in millionths. */
async function answerTurn(
  service: BotsService,
  answered: AnsweredTurn,
  { standing, needs, signal }: { standing: Standing; needs: bigint; signal: AbortSignal },
): Promise<void> {
  const { turn, bot } = answered;
  const outcome = await makeReply(service, { turn, bot, callsBefore: standing.calls, signal });
  const after = decideAfterReply(outcome, { turn, bot, isAborted: signal.aborted, now: service.now() });
  switch (after.kind) {
    case 'release':
      return releaseTurn(service.turnDatabase, turn, after.dueAt);
    case 'hand_over':
      return handOver(service, answered, after.reason);
    case 'end':
      return endTurn(service, turn, endWithoutReply(turn, bot, after, needs));
    case 'store': {
      const { texts } = after;
      if (isSameReply(texts, standing.previousReply))
        return endTurn(service, turn, endLoop(turn, bot, { outcome: 'stopped', reason: 'same_reply' }));
      const stored = await storeReply(service, answered, { texts, handedOver: false, reason: null });
      if (!stored) return;
      await showTyping(service.bus, stored);
      await sendReply(service, { ...answered, turn: stored }, texts);
    }
  }
}
