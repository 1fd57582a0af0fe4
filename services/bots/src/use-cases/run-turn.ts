import { refuseCredit } from '../domain/admit-call.ts';
import { decideStep } from '../domain/decide-turn.ts';
import { answersTooQuickly } from '../domain/loop-guard.ts';
import { endOfStep } from '../domain/turn-end.ts';
import type { Claim } from '../domain/turn-facts.ts';
import { turnPrice } from '../domain/turn-price.ts';
import type { BotsService } from '../service.ts';
import { findBot } from '../storage/bot-store.ts';
import { findStanding } from '../storage/standing-store.ts';
import { answerTurn } from './answer-turn.ts';
import { endTurn } from './end-turn.ts';
import { handOver } from './hand-over.ts';
import { sendReply } from './send-reply.ts';

const HOUR_MS = 3_600_000;

/** Runs one claimed turn until it ends or is released (docs/reference/bots.md#a-turn). */
export async function runTurn(service: BotsService, { turn, conversation }: Claim, signal: AbortSignal): Promise<void> {
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
