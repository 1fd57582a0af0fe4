import { showTyping } from '../adapters/show-typing.ts';
import { decideAfterReply } from '../domain/decide-turn.ts';
import { isSameReply } from '../domain/loop-guard.ts';
import { endLoop, endWithoutReply } from '../domain/turn-end.ts';
import type { AnsweredTurn, Standing } from '../domain/turn-facts.ts';
import type { BotsService } from '../service.ts';
import { releaseTurn } from '../storage/turn-store.ts';
import { endTurn } from './end-turn.ts';
import { handOver } from './hand-over.ts';
import { makeReply } from './make-reply.ts';
import { sendReply } from './send-reply.ts';
import { storeReply } from './store-reply.ts';

/** Makes the reply of a turn, stores and sends it. `needs`: the price of the turn in millionths. */
export async function answerTurn(
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
