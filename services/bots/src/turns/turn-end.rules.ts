import type { NewFact } from '@parley/messaging/notify/write-facts';
import type { Bot } from '../settings/bot.rules.ts';
import { cappedPeriod } from '../usage/budget.rules.ts';
import type { BotsKey, ClaimedTurn, Ending, TurnConversation } from './decide-turn.rules.ts';

type StopReason = Extract<NewFact, { kind: 'bot_stopped' }>['data']['reason'];
type Outcome = Pick<Ending, 'outcome' | 'reason'>;
type NamedBot = Pick<Bot, 'name'>;

/** The end of a turn, and the changes that accompany it. */
export interface TurnEnd extends Outcome {
  /** Pauses the bot in the conversation: until a person resolves it, or until it is turned on again. */
  pause?: 'until_resolved' | 'until_set_on';
  /** Also stops the bot everywhere. */
  stopBot?: {
    reason: StopReason;
    /** Unless it uses another key by now than the one it asked with. */
    asked?: Pick<BotsKey, 'provider' | 'keyMode'>;
    /** Unless this credit (in millionths) is available by now. */
    needs?: bigint;
  };
  facts?: (conversation: TurnConversation, at: Date) => NewFact[];
}

const handOverFact = (turn: ClaimedTurn, { channel }: TurnConversation, at: Date): NewFact => ({
  tenantId: turn.tenantId,
  kind: 'hand_over',
  subject: String(turn.conversationId),
  period: turn.id,
  data: { conversation_id: turn.conversationId, channel },
  happenedAt: at,
});

const stoppedFact = (
  turn: ClaimedTurn,
  bot: NamedBot,
  reason: StopReason,
  at: Date,
  period: string = turn.id,
): NewFact => ({
  tenantId: turn.tenantId,
  kind: 'bot_stopped',
  subject: reason === 'loop' ? `conversation ${turn.conversationId}` : `bot ${turn.botId}`,
  period,
  data: { bot: bot.name, reason },
  happenedAt: at,
});

/** Stops answering in this conversation and notifies the people, not the partner. */
export const endLoop = (turn: ClaimedTurn, bot: NamedBot, { outcome, reason }: Outcome): TurnEnd => ({
  outcome,
  reason,
  pause: 'until_set_on',
  facts: (_conversation, at) => [stoppedFact(turn, bot, 'loop', at)],
});

/**
 * A bot at its cap stops answering until the next day or month: people are notified of the cap once, and of each
 * conversation.
 */
export const endHandedOver = (turn: ClaimedTurn, bot: NamedBot, reason: string | null): TurnEnd => ({
  outcome: 'handed_over',
  reason,
  pause: 'until_resolved',
  facts(conversation, at) {
    const period = cappedPeriod(reason, at);
    const handedOver = handOverFact(turn, conversation, at);
    return period === null ? [handedOver] : [handedOver, stoppedFact(turn, bot, 'cap_reached', at, period)];
  },
});

/** Stops the bot until credit is added; `needs`: the missing credit in millionths. */
export const endUnpaid = (turn: ClaimedTurn, bot: NamedBot, { outcome, reason }: Outcome, needs: bigint): TurnEnd => ({
  outcome,
  reason,
  stopBot: { reason: 'no_credit', needs },
  facts: (_conversation, at) => [stoppedFact(turn, bot, 'no_credit', at)],
});

/** The end that {@link decideStep} chose. */
export function endOfStep(turn: ClaimedTurn, bot: NamedBot, ending: Outcome, needs: bigint): TurnEnd {
  if (ending.reason === 'no_credit') return endUnpaid(turn, bot, ending, needs);
  const isLoop = ending.outcome === 'capped' || ending.reason === 'quick_answers';
  return isLoop ? endLoop(turn, bot, ending) : ending;
}

/** The end of a turn without a reply. A bot without a usable key, or without credit, stops everywhere. */
export function endWithoutReply(
  turn: ClaimedTurn,
  bot: NamedBot & Pick<Bot, 'provider' | 'keyMode'>,
  { outcome, reason }: Outcome,
  needs: bigint,
): TurnEnd {
  if (outcome !== 'stopped' || reason === 'tenant_inactive') return { outcome, reason };
  if (reason === 'no_credit') return endUnpaid(turn, bot, { outcome, reason }, needs);
  const why = reason === 'out_of_money' || reason === 'no_key' ? reason : 'key_refused';
  return {
    outcome,
    reason,
    stopBot: { reason: why, asked: bot },
    facts: (_conversation, at) => [stoppedFact(turn, bot, why, at)],
  };
}
