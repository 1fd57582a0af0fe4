import type { Channel } from '@parley/common/channels';
import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';
import { showRowId } from '@parley/common/row-ids';
import { toMicros } from '@parley/messaging/credit/micros';
import type { NewFact } from '@parley/messaging/notify/write-facts';
import { refuseCredit } from '../domain/admit-call.ts';
import { cappedPeriod } from '../domain/cap-budget.ts';
import {
  type ClaimedTurn,
  decideAfterReply,
  decideStep,
  decideStore,
  type Ending,
  isStillUnusable,
  restartAt,
  supersededReason,
  type TurnBot,
  type TurnConversation,
} from '../domain/decide-turn.ts';
import { answersTooQuickly, isSameReply } from '../domain/loop-guard.ts';
import { splitReply } from '../domain/split-reply.ts';
import type { Claim } from '../storage/turn-store.ts';
import type { RunningBot, Sent, Standing, TurnDeps } from './turn-deps.ts';

const HOUR_MS = 3_600_000;
/** Retry delay while a call with the same part is still running after its worker died. */
const RUNNING_AGAIN_MS = 2000;
const MAX_REASON = 500;

/** Changes that accompany the end of a turn. */
interface TurnSideEffects {
  /** Pauses the bot in the conversation: until a person resolves it, or until it is turned on again. */
  pause?: 'until_resolved' | 'until_set_on';
  /**
   * Also stops the bot, unless it uses another key by now than the one it asked with. `needs`: the missing credit (in
   * millionths); the bot keeps running if it is available by now.
   */
  stopBot?: { reason: string } & ({ asked: Pick<RunningBot, 'provider' | 'keyMode'> } | { needs: bigint });
  facts?: (conversation: TurnConversation) => NewFact[];
}

/** Runs one claimed turn until it ends or is released (docs/reference/bots.md#a-turn). */
export function makeRunTurn(deps: TurnDeps) {
  /**
   * Ends a turn with its side effects in one transaction. Messages that its reply does not answer open the next turn.
   */
  async function end(
    turn: ClaimedTurn,
    { outcome, reason }: Pick<Ending, 'outcome' | 'reason'>,
    effects: TurnSideEffects = {},
  ): Promise<void> {
    const { stopBot } = effects;
    const ended = await deps.inTransaction(async (store) => {
      const credit = stopBot && 'needs' in stopBot ? await store.lockCredit(turn) : null;
      const locked = await store.lock(turn);
      if (!locked) return 'lost';
      const at = deps.now();
      if (stopBot && 'needs' in stopBot && credit && refuseCredit(credit, stopBot.needs) === null) return 'again';
      const key = stopBot && 'asked' in stopBot ? await store.lockBotsKey(turn) : null;
      if (stopBot && 'asked' in stopBot && key && !isStillUnusable(stopBot.asked, key)) return 'again';
      const why = outcome === 'superseded_by_person' ? supersededReason(locked.conversation) : reason;
      const isNews = stopBot === undefined || (await store.stopBot(turn, stopBot.reason, at));
      const facts = (isNews && effects.facts?.(locked.conversation)) || [];
      const isAnswered = locked.answeredId === null || locked.answeredId === locked.triggerMessageId;
      await store.commitWith(() =>
        Promise.all([
          store.end(turn, { outcome, reason: why, sent: turn.sent }, at),
          ...(isAnswered || effects.pause ? [] : [store.open(turn, locked, at)]),
          ...(effects.pause ? [store.pause(turn, effects.pause === 'until_resolved' ? at : null)] : []),
          store.notify(facts),
        ]),
      );
      return 'ended';
    });
    if (ended === 'ended') deps.count(outcome);
    if (ended === 'again') await deps.release(turn, deps.now());
  }

  const handOverFact = (turn: ClaimedTurn, { channel }: TurnConversation): NewFact => ({
    tenantId: turn.tenantId,
    kind: 'hand_over',
    subject: String(turn.conversationId),
    period: turn.id,
    data: { conversation_id: turn.conversationId, channel },
    happenedAt: deps.now(),
  });

  const stoppedFact = (
    turn: ClaimedTurn,
    bot: TurnBot,
    reason: Extract<NewFact, { kind: 'bot_stopped' }>['data']['reason'],
    period = turn.id,
  ): NewFact => ({
    tenantId: turn.tenantId,
    kind: 'bot_stopped',
    subject: reason === 'loop' ? `conversation ${turn.conversationId}` : `bot ${turn.botId}`,
    period,
    data: { bot: bot.name, reason },
    happenedAt: deps.now(),
  });

  /** Stops answering in this conversation and notifies the people, not the partner. */
  const endLoop = (turn: ClaimedTurn, bot: TurnBot, ending: Pick<Ending, 'outcome' | 'reason'>): Promise<void> =>
    end(turn, ending, { pause: 'until_set_on', facts: () => [stoppedFact(turn, bot, 'loop')] });

  /**
   * A bot at its cap answers nobody until the next day or month: people are notified of the cap once, and of each
   * conversation.
   */
  function endHandOver(turn: ClaimedTurn, bot: TurnBot, reason: string | null): Promise<void> {
    const period = cappedPeriod(reason, deps.now());
    const capped = period === null ? [] : [stoppedFact(turn, bot, 'cap_reached', period)];
    const facts = (conversation: TurnConversation) => [handOverFact(turn, conversation), ...capped];
    return end(turn, { outcome: 'handed_over', reason }, { pause: 'until_resolved', facts });
  }

  /** Stores the reply unless somebody has written meanwhile. Null: it was not stored. */
  async function keep(
    turn: ClaimedTurn,
    bot: TurnBot,
    reply: { texts: string[]; handedOver: boolean; reason: string | null },
  ): Promise<ClaimedTurn | null> {
    const decision = await deps.inTransaction(async (store) => {
      const locked = await store.lock(turn);
      if (!locked) return 'lost';
      const decided = decideStore(turn, locked);
      const isWhole = locked.triggerMessageId === turn.triggerMessageId;
      const firstAt = deps.now();
      const rest = isWhole ? null : { firstAt, dueAt: new Date(firstAt.getTime() + bot.debounceSeconds * 1000) };
      if (decided === 'store')
        await store.commitWith(() => store.keepReply(turn, { ...reply, answeredId: turn.triggerMessageId }, rest));
      return decided;
    });
    if (decision === 'store') return { ...turn, ...reply };
    if (decision === 'superseded') await end(turn, { outcome: 'superseded_by_person', reason: null });
    if (decision === 'restart') await deps.release(turn, restartAt(turn, deps.now()));
    return null;
  }

  async function handOver(turn: ClaimedTurn, bot: RunningBot, channel: Channel, given: string): Promise<void> {
    const reason = given.slice(0, MAX_REASON);
    if (bot.handOverMessage === null) return endHandOver(turn, bot, reason);
    const texts = splitReply(channel, bot.handOverMessage);
    const kept = await keep(turn, bot, { texts, handedOver: true, reason });
    if (kept) await sendParts(kept, bot, channel, texts);
  }

  /** The remaining price of a turn in millionths: a message, and the reply if no model call has paid for it. */
  const costOf = (bot: RunningBot, channel: Channel, isPaid: boolean): bigint =>
    toMicros(deps.prices.message(channel)) + (bot.keyMode === 'platform' && !isPaid ? toMicros(deps.prices.reply) : 0n);

  /** Ends the turn and stops the bot until credit is added. */
  const endUnpaid = (turn: ClaimedTurn, bot: TurnBot, ending: Pick<Ending, 'outcome' | 'reason'>, needs: bigint) =>
    end(turn, ending, {
      stopBot: { reason: 'no_credit', needs },
      facts: () => [stoppedFact(turn, bot, 'no_credit')],
    });

  /** Ends or releases a turn after a part that was not sent. */
  async function endUnsent(
    turn: ClaimedTurn,
    bot: TurnBot,
    channel: Channel,
    sent: Exclude<Sent, { outcome: 'sent' }>,
  ): Promise<void> {
    if (sent.outcome === 'superseded') return end(turn, { outcome: 'superseded_by_person', reason: null });
    if (sent.outcome === 'running') return deps.release(turn, new Date(deps.now().getTime() + RUNNING_AGAIN_MS));
    if (turn.handedOver) return endHandOver(turn, bot, turn.reason);
    if (sent.outcome === 'refused' && sent.code === 'insufficient_balance')
      return endUnpaid(turn, bot, { outcome: 'failed', reason: sent.code }, toMicros(deps.prices.message(channel)));
    return sent.outcome === 'refused'
      ? end(turn, { outcome: 'failed', reason: sent.code })
      : end(turn, { outcome: 'unknown', reason: null });
  }

  async function sendParts(
    given: ClaimedTurn,
    bot: RunningBot,
    channel: Channel,
    texts: readonly string[],
  ): Promise<void> {
    let turn = given;
    const usage = { provider: bot.provider, model: bot.model, ...(await deps.sumUsage(turn)) };
    const facts: BotMessageFacts = {
      bot: { id: showRowId('bot', turn.botId), name: bot.name },
      turn_id: showRowId('turn', Number(turn.id)),
      usage,
      handed_over: turn.handedOver,
    };
    for (let part = turn.sent + 1; part <= texts.length; part++) {
      const text = texts[part - 1] ?? '';
      const sent = await deps.send({ turn, part, text, facts });
      if (sent.outcome !== 'sent') return endUnsent(turn, bot, channel, sent);
      turn = { ...turn, sent: part };
      // The end of the turn counts the last part.
      if (part < texts.length && !(await deps.countSent(turn))) return;
    }
    await (turn.handedOver ? endHandOver(turn, bot, turn.reason) : end(turn, { outcome: 'replied', reason: null }));
  }

  async function generate(
    turn: ClaimedTurn,
    bot: RunningBot,
    channel: Channel,
    { previousReply, calls, isPaid }: Standing,
    signal: AbortSignal,
  ): Promise<void> {
    const outcome = await bot.reply(turn, calls, signal);
    const after = decideAfterReply(outcome, { turn, bot, isAborted: signal.aborted, now: deps.now() });
    switch (after.kind) {
      case 'release':
        return deps.release(turn, after.dueAt);
      case 'hand_over':
        return handOver(turn, bot, channel, after.reason);
      case 'end':
        return endAfterReply(turn, bot, after, costOf(bot, channel, isPaid));
      case 'store': {
        if (isSameReply(after.texts, previousReply))
          return endLoop(turn, bot, { outcome: 'stopped', reason: 'same_reply' });
        const kept = await keep(turn, bot, { texts: after.texts, handedOver: false, reason: null });
        if (!kept) return;
        await deps.showTyping(kept);
        await sendParts(kept, bot, channel, after.texts);
      }
    }
  }

  /** A bot without a usable key, or without credit, stops everywhere. */
  function endAfterReply(
    turn: ClaimedTurn,
    bot: RunningBot,
    { outcome, reason }: Ending,
    needs: bigint,
  ): Promise<void> {
    if (outcome !== 'stopped' || reason === 'tenant_inactive') return end(turn, { outcome, reason });
    if (reason === 'no_credit') return endUnpaid(turn, bot, { outcome, reason }, needs);
    const why = reason === 'out_of_money' || reason === 'no_key' ? reason : 'key_refused';
    return end(
      turn,
      { outcome, reason },
      {
        stopBot: { reason: why, asked: bot },
        facts: () => [stoppedFact(turn, bot, why)],
      },
    );
  }

  return async ({ turn, conversation }: Claim, signal: AbortSignal): Promise<void> => {
    const since = new Date(deps.now().getTime() - HOUR_MS);
    const [bot, standing] = await Promise.all([
      deps.findBot(turn.tenantId, turn.botId),
      deps.findStanding(turn, since),
    ]);
    const { turns, lines, credit, isPaid } = standing;
    const needs = bot ? costOf(bot, conversation.channel, isPaid) : 0n;
    const refusal = refuseCredit(credit, needs);
    const step = decideStep(turn, { bot, conversation, turns, isLoop: answersTooQuickly(lines), refusal });
    if (step.kind === 'end') {
      const isLoop = step.outcome === 'capped' || step.reason === 'quick_answers';
      if (bot && step.reason === 'no_credit') return endUnpaid(turn, bot, step, needs);
      return bot && isLoop ? endLoop(turn, bot, step) : end(turn, step);
    }
    // The bot was deleted after its reply was stored.
    if (!bot) return end(turn, { outcome: 'no_reply', reason: 'bot_off' });
    if (step.kind === 'send') return sendParts(turn, bot, conversation.channel, step.texts);
    const { channel } = conversation;
    return step.kind === 'hand_over'
      ? handOver(turn, bot, channel, step.reason)
      : generate(turn, bot, channel, standing, signal);
  };
}

export type RunTurn = ReturnType<typeof makeRunTurn>;
