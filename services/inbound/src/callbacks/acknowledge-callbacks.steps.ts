import type { InboundItem } from '@parley/providers/received/inbound-item';
import { findBotToken } from '../batch/account.store.ts';
import type { InboundService } from '../service.ts';

interface Unanswered {
  botId: string;
  callbackQueryId: string;
}

function unansweredOf(item: InboundItem): Unanswered | null {
  if (item.kind === 'ignored') return item.unanswered ?? null;
  if (item.kind !== 'message' || item.callbackQueryId === null) return null;
  return { botId: item.account.externalId, callbackQueryId: item.callbackQueryId };
}

async function answer(
  { database, cipher, telegram, logger }: InboundService,
  { botId, callbackQueryId }: Unanswered,
): Promise<void> {
  try {
    const token = await findBotToken(database, cipher, botId);
    if (token !== null) await telegram.answerCallbackQuery(token, callbackQueryId);
  } catch (error) {
    logger.debug('callback-query.unanswered', { err: error }, 'A callback query was not answered.');
  }
}

/** Ends the spinner on a pressed button (docs/reference/tg.md#updates): after the commit, in the background, best effort. */
export function acknowledgeCallbacks(service: InboundService, items: readonly InboundItem[]): void {
  for (const item of items) {
    const unanswered = unansweredOf(item);
    if (unanswered !== null) service.acknowledgements.run(() => answer(service, unanswered));
  }
}
