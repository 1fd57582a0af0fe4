import type { InboundItem } from '@parley/providers/inbound-item';

export interface AcknowledgeDeps {
  findBotToken(botId: string): Promise<string | null>;
  /** Throws, or answers `ok: false`, where the platform did not take it. */
  answerCallbackQuery(token: string, callbackQueryId: string): Promise<unknown>;
  reportFailure(error: unknown): void;
}

export interface AcknowledgeCallbacks {
  /** Ends the spinner on a pressed button (docs/reference/tg.md#updates). Best effort, in the background. */
  acknowledge(items: readonly InboundItem[]): void;
  /** Resolves when nothing is running. */
  idle(): Promise<void>;
}

/** More than these at once are skipped: the spinner ends by itself. */
const MAX_UNDER_WAY = 64;

/** Answers callback queries after their commit, in the background. */
export function makeAcknowledgeCallbacks(deps: AcknowledgeDeps): AcknowledgeCallbacks {
  const underWay = new Set<Promise<void>>();

  async function answer(botId: string, callbackQueryId: string): Promise<void> {
    try {
      const token = await deps.findBotToken(botId);
      if (token !== null) await deps.answerCallbackQuery(token, callbackQueryId);
    } catch (error) {
      deps.reportFailure(error);
    }
  }

  return {
    acknowledge(items) {
      for (const item of items) {
        if (item.kind !== 'message' || item.callbackQueryId === null || underWay.size >= MAX_UNDER_WAY) continue;
        const work = answer(item.account.externalId, item.callbackQueryId);
        underWay.add(work);
        void work.finally(() => underWay.delete(work));
      }
    },
    async idle() {
      await Promise.all(underWay);
    },
  };
}
