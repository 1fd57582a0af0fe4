import type { BotsService } from '../service.ts';
import { endTurn, storeReply } from './end-turn.steps.ts';
import { sendReply } from './send-reply.steps.ts';
import { splitReply } from './split-reply.rules.ts';
import { endHandedOver } from './turn-end.rules.ts';
import type { AnsweredTurn } from './turn-facts.rules.ts';

const MAX_REASON = 500;

/** Hands the conversation over to a person, with the bot's message about it if it has one. */
export async function handOver(service: BotsService, answered: AnsweredTurn, given: string): Promise<void> {
  const { turn, bot, channel } = answered;
  const reason = given.slice(0, MAX_REASON);
  if (bot.handOverMessage === null) return endTurn(service, turn, endHandedOver(turn, bot, reason));
  const texts = splitReply(channel, bot.handOverMessage);
  const stored = await storeReply(service, answered, { texts, handedOver: true, reason });
  if (stored) await sendReply(service, { ...answered, turn: stored }, texts);
}
