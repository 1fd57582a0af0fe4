import { at } from '@parley/common/at';
import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';
import { showRowId } from '@parley/common/row-ids';
import type { BotsService } from '../service.ts';
import { endTurn } from './end-turn.steps.ts';
import { type SentPart, sendPart } from './send-part.client.ts';
import { countSent, releaseTurn, sumTurnUsage } from './turn.store.ts';
import { endHandedOver, endUnpaid, type TurnEnd } from './turn-end.rules.ts';
import type { AnsweredTurn } from './turn-facts.rules.ts';
import { messagePrice } from './turn-price.rules.ts';

/** Retry delay while a call with the same part is still running after its worker died. */
const RUNNING_AGAIN_MS = 2000;

type Unsent = Exclude<SentPart, { outcome: 'sent' | 'running' }>;

/** The end of a turn after a part that was not sent. */
function endOfUnsent({ environment }: BotsService, { turn, bot, channel }: AnsweredTurn, sent: Unsent): TurnEnd {
  if (sent.outcome === 'superseded') return { outcome: 'superseded_by_person', reason: null };
  if (turn.handedOver) return endHandedOver(turn, bot, turn.reason);
  if (sent.outcome === 'unknown') return { outcome: 'unknown', reason: null };
  const failed = { outcome: 'failed', reason: sent.code } as const;
  return sent.code === 'insufficient_balance'
    ? endUnpaid(turn, bot, failed, messagePrice(environment, channel))
    : failed;
}

/** Sends the parts of a stored reply that are not sent yet, and ends the turn. */
export async function sendReply(service: BotsService, answered: AnsweredTurn, texts: readonly string[]): Promise<void> {
  const { bot } = answered;
  const { turnDatabase } = service;
  let { turn } = answered;
  const facts: BotMessageFacts = {
    bot: { id: showRowId('bot', turn.botId), name: bot.name },
    turn_id: showRowId('turn', Number(turn.id)),
    usage: { provider: bot.provider, model: bot.model, ...(await sumTurnUsage(turnDatabase, turn)) },
    handed_over: turn.handedOver,
  };
  for (let part = turn.sent + 1; part <= texts.length; part++) {
    const sent = await sendPart(service.bus, turn, { part, text: at(texts, part - 1), facts });
    if (sent.outcome === 'running')
      return releaseTurn(turnDatabase, turn, new Date(service.now().getTime() + RUNNING_AGAIN_MS));
    if (sent.outcome !== 'sent') return endTurn(service, turn, endOfUnsent(service, { ...answered, turn }, sent));
    turn = { ...turn, sent: part };
    // The end of the turn counts the last part.
    if (part < texts.length && !(await countSent(turnDatabase.prisma, turn))) return;
  }
  const replied = { outcome: 'replied', reason: null } as const;
  await endTurn(service, turn, turn.handedOver ? endHandedOver(turn, bot, turn.reason) : replied);
}
