import { retryConflicts } from '@parley/database/retry-conflicts';
import { allUnsent } from '@parley/database/unsent';
import { unsentFacts } from '@parley/messaging/notify/write-facts';
import type { BotsService } from '../service.ts';
import { refuseCredit } from '../usage/admit-call.rules.ts';
import { lockCredit } from '../usage/credit.store.ts';
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
import { releaseTurn } from './turn.store.ts';
import type { TurnEnd } from './turn-end.rules.ts';
import type { AnsweredTurn, StoredReply } from './turn-facts.rules.ts';

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

/** Stores the reply unless somebody has written meanwhile. Null: it is not stored, the turn is ended or released. */
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
