import { splitReply } from '../domain/split-reply.ts';
import { endHandedOver } from '../domain/turn-end.ts';
import type { AnsweredTurn } from '../domain/turn-facts.ts';
import type { BotsService } from '../service.ts';
import { endTurn } from './end-turn.ts';
import { sendReply } from './send-reply.ts';
import { storeReply } from './store-reply.ts';

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
