import type { InboundItem } from '@parley/providers/inbound-item';

export interface AcknowledgeDeps {
  findBotToken(botId: string): Promise<string | null>;
  /** Throws, or answers `ok: false`, when the platform refuses it. */
  answerCallbackQuery(token: string, callbackQueryId: string): Promise<unknown>;
  reportFailure(error: unknown): void;
}

export interface AcknowledgeCallbacks {
  /** Ends the spinner on a pressed button (docs/reference/tg.md#updates). Best effort, in the background. */
  acknowledge(items: readonly InboundItem[]): void;
  /** Resolves when nothing is running. */
  idle(): Promise<void>;
}

/** Concurrent calls. */
const MAX_UNDER_WAY = 64;
/** Presses that wait for a call; further ones are skipped: the spinner ends by itself in the person's app. */
const MAX_WAITING = 10_000;

interface Unanswered {
  botId: string;
  callbackQueryId: string;
}

function unansweredOf(item: InboundItem): Unanswered | null {
  if (item.kind === 'ignored') return item.unanswered ?? null;
  if (item.kind !== 'message' || item.callbackQueryId === null) return null;
  return { botId: item.account.externalId, callbackQueryId: item.callbackQueryId };
}

/** Answers callback queries after their commit, in the background. */
export function makeAcknowledgeCallbacks(deps: AcknowledgeDeps): AcknowledgeCallbacks {
  const underWay = new Set<Promise<void>>();
  const waiting: Unanswered[] = [];

  async function answer({ botId, callbackQueryId }: Unanswered): Promise<void> {
    try {
      const token = await deps.findBotToken(botId);
      if (token !== null) await deps.answerCallbackQuery(token, callbackQueryId);
    } catch (error) {
      deps.reportFailure(error);
    }
  }

  /** Answers the waiting presses, one after the other. */
  async function answerWaiting(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) await answer(next);
  }

  return {
    acknowledge(items) {
      for (const item of items) {
        const unanswered = unansweredOf(item);
        if (unanswered === null || waiting.length >= MAX_WAITING) continue;
        waiting.push(unanswered);
        if (underWay.size >= MAX_UNDER_WAY) continue;
        const work = answerWaiting();
        underWay.add(work);
        void work.finally(() => underWay.delete(work));
      }
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
