import { retryConflicts } from '@parley/database/retry-conflicts';
import { type ClaimedTurn, decideStore, restartAt } from '../domain/decide-turn.ts';
import type { AnsweredTurn, StoredReply } from '../domain/turn-facts.ts';
import type { BotsService } from '../service.ts';
import { keepReply, lockTurn } from '../storage/locked-turn-store.ts';
import { releaseTurn } from '../storage/turn-store.ts';
import { endTurn } from './end-turn.ts';

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
