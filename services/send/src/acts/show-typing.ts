import { verb } from '@parley/bus/verb';
import { showTyping as showTypingContract } from '@parley/common/contracts/internal/show-typing';
import { findTypingTarget } from '../sends/message.store.ts';
import type { SendService } from '../service.ts';

/** A typing indicator is not worth waiting for a slow provider. */
const TIMEOUT_MS = 2000;

/**
 * Shows the indicator once, if the channel has one. A linked device would have to be online for phones to show it, and
 * its owner's phone gets no notifications while it is. The provider's answer does not matter: the message itself
 * follows.
 */
export const showTyping = verb(
  showTypingContract,
  async (service: SendService, { tenantId, conversationId, messageId }) => {
    const target = await findTypingTarget(service.database, { tenantId, conversationId, messageId });
    const show = target && target.channel !== 'wd' ? service.acts[target.channel].showTyping : undefined;
    if (!target || !show) return { shown: false };
    const { account, place } = target;
    const opened = { ...account, credentials: service.openCredentials(account.credentials) };
    return { shown: (await show(opened, place, 'typing', TIMEOUT_MS)).kind === 'done' };
  },
);
