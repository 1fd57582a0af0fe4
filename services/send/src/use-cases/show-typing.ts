import type { showTyping } from '@parley/common/contracts/internal/show-typing';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { SendingAccount } from '../domain/channel-sender.ts';
import type { ShowSign, TypingPartner } from '../domain/typing-sign.ts';

/** A conversation on a connected account, and the message in it to answer. */
export interface TypingTarget {
  account: Omit<SendingAccount, 'credentials'> & { credentials: string };
  partner: TypingPartner;
}

export interface ShowTypingDeps {
  /** Null where the tenant has no such conversation, or its account is not connected. */
  findTarget(given: { tenantId: number; conversationId: number; messageId: string }): Promise<TypingTarget | null>;
  openCredentials(stored: string): Record<string, string>;
  showSign: ShowSign;
}

/** A typing indicator is not worth waiting for a slow provider. */
const TIMEOUT_MS = 2000;

/** Shows the indicator once. The provider's answer does not matter: the message itself follows. */
export const makeShowTyping =
  ({ findTarget, openCredentials, showSign }: ShowTypingDeps) =>
  async (input: InputOf<typeof showTyping>): Promise<OutputOf<typeof showTyping>> => {
    const { tenantId, conversationId, messageId } = input;
    const target = await findTarget({ tenantId, conversationId, messageId });
    if (!target) return { shown: false };
    const { account, partner } = target;
    const opened = { ...account, credentials: openCredentials(account.credentials) };
    return { shown: await showSign(opened, partner, TIMEOUT_MS) };
  };
