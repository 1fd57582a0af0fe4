import type { showTyping as showTypingContract } from '@parley/common/contracts/internal/show-typing';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { SendService } from '../service.ts';
import { findTypingTarget } from '../storage/message-store.ts';

/** A typing indicator is not worth waiting for a slow provider. */
const TIMEOUT_MS = 2000;

/** Shows the indicator once. The provider's answer does not matter: the message itself follows. */
export async function showTyping(
  service: SendService,
  { tenantId, conversationId, messageId }: InputOf<typeof showTypingContract>,
): Promise<OutputOf<typeof showTypingContract>> {
  const target = await findTypingTarget(service.database, { tenantId, conversationId, messageId });
  if (!target) return { shown: false };
  const { account, partner } = target;
  const opened = { ...account, credentials: service.openCredentials(account.credentials) };
  return { shown: await service.showSign(opened, partner, TIMEOUT_MS) };
}
