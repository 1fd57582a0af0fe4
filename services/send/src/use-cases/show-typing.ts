import type { showTyping as showTypingContract } from '@parley/common/contracts/internal/show-typing';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { SendService } from '../service.ts';
import { findTypingTarget } from '../storage/message-store.ts';

/** A typing indicator is not worth waiting for a slow provider. */
const TIMEOUT_MS = 2000;

/**
 * Shows the indicator once, if the channel has one. A linked device would have to be online for phones to show it, and
 * its owner's phone gets no notifications meanwhile. The provider's answer does not matter: the message itself follows.
 */
export async function showTyping(
  service: SendService,
  { tenantId, conversationId, messageId }: InputOf<typeof showTypingContract>,
): Promise<OutputOf<typeof showTypingContract>> {
  const target = await findTypingTarget(service.database, { tenantId, conversationId, messageId });
  const show = target && target.channel !== 'wd' ? service.acts[target.channel].showTyping : undefined;
  if (!target || !show) return { shown: false };
  const { account, place } = target;
  const opened = { ...account, credentials: service.openCredentials(account.credentials) };
  return { shown: (await show(opened, place, 'typing', TIMEOUT_MS)).kind === 'done' };
}
