import { at } from '@parley/common/at';
import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';
import { showRowId } from '@parley/common/values/row-ids';
import { allUnsent } from '@parley/database/statements/unsent';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { unsentFacts } from '@parley/messaging/notify/write-facts';
import type { BotsService } from '../service.ts';
import { refuseCredit } from '../usage/budget.rules.ts';
import { lockCredit } from '../usage/usage.store.ts';
import { type ClaimedTurn, decideStore, isStillUnusable, restartAt, supersededReason } from './decide-turn.rules.ts';
import {
  closeTurn,
  keepReply,
  lockBotsKey,
  lockTurn,
  openNextTurn,
  pauseConversation,
  stopBot,
} from './locked-turn.store.ts';
import { type SentPart, sendPart } from './send.client.ts';
import { splitReply } from './split-reply.rules.ts';
import { type AnsweredTurn, messagePrice, type StoredReply } from './turn.rules.ts';
import { countSent, releaseTurn, sumTurnUsage } from './turn.store.ts';
import { endHandedOver, endUnpaid, type TurnEnd } from './turn-end.rules.ts';

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

/**
 * Ends a turn with its side effects in one transaction. Messages that its reply does not answer open the next turn. A
 * turn whose bot need not stop any more is released instead, and runs again.
 */
export async function endTurn(service: BotsService, turn: ClaimedTurn, end: TurnEnd): Promise<void> {
  const { turnDatabase, metrics } = service;
  const { needs, asked, reason: stopReason } = end.stopBot ?? {};
  const ended = await retryConflicts(() =>
    turnDatabase.transaction(async (sql) => {
      // The tenant is the first lock, as in every movement of credit.
      const credit = needs === undefined ? null : await lockCredit(sql, turn.tenantId);
      const locked = await lockTurn(sql, turn);
      if (!locked) return 'lost';
      const at = service.now();
      if (needs !== undefined && credit && refuseCredit(credit, needs) === null) return 'again';
      const key = asked === undefined ? null : await lockBotsKey(sql, turn);
      if (asked !== undefined && key && !isStillUnusable(asked, key)) return 'again';
      const { conversation } = locked;
      const reason = end.outcome === 'superseded_by_person' ? supersededReason(conversation) : end.reason;
      const isNews = stopReason === undefined || (await stopBot(sql, turn, stopReason, at));
      const facts = (isNews && end.facts?.(conversation, at)) || [];
      const isAnswered = locked.answeredId === null || locked.answeredId === locked.triggerMessageId;
      await sql.commitWith(
        allUnsent([
          closeTurn(turn, { outcome: end.outcome, reason }, at),
          ...(isAnswered || end.pause ? [] : [openNextTurn(turn, locked, at)]),
          ...(end.pause ? [pauseConversation(turn, end.pause === 'until_resolved' ? at : null)] : []),
          unsentFacts(facts),
        ]),
      );
      return 'ended';
    }),
  );
  if (ended === 'ended') metrics.countTurn(end.outcome);
  if (ended === 'again') await releaseTurn(turnDatabase, turn, service.now());
}

/**
 * Stores the reply unless another message has been written since. Null: it is not stored, the turn is ended or
 * released.
 */
export async function storeReply(
  service: BotsService,
  { turn, bot }: AnsweredTurn,
  reply: StoredReply,
): Promise<ClaimedTurn | null> {
  const { turnDatabase } = service;
  const decision = await retryConflicts(() =>
    turnDatabase.transaction(async (sql) => {
      const locked = await lockTurn(sql, turn);
      if (!locked) return 'lost';
      const decided = decideStore(turn, locked);
      const isWhole = locked.triggerMessageId === turn.triggerMessageId;
      const firstAt = service.now();
      const rest = isWhole ? null : { firstAt, dueAt: new Date(firstAt.getTime() + bot.debounceSeconds * 1000) };
      if (decided === 'store') await sql.commitWith(keepReply(turn, reply, rest));
      return decided;
    }),
  );
  if (decision === 'store') return { ...turn, ...reply };
  if (decision === 'superseded') await endTurn(service, turn, { outcome: 'superseded_by_person', reason: null });
  if (decision === 'restart') await releaseTurn(turnDatabase, turn, restartAt(turn, service.now()));
  return null;
}
