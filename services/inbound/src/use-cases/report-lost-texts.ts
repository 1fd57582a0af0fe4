import type { InboundItem } from '@parley/providers/inbound-item';
import type { InboundService } from '../service.ts';

/**
 * Logs the texts that the platform could not deliver after their audio (wa): their messages stay sent
 * (docs/reference/sends.md#media).
 */
export function reportLostTexts({ logger }: Pick<InboundService, 'logger'>, items: readonly InboundItem[]): void {
  for (const item of items) {
    if (item.kind !== 'receipt' || !item.isPart || item.error === null) continue;
    const { message, provider_code: code } = item.error;
    logger.warn(
      'accompanying-text.failed',
      { message_id: item.callbackData, provider: { name: 'graph', status: null, code, message } },
      'A later part of a message could not be delivered.',
    );
  }
}
