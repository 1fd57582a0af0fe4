import { ContactTypingData } from '@parley/common/events/opt-in-events';
import type { ContactTyping } from '@parley/common/hints';

/** The address of the conversation: a group, or the person. */
export const typingPeer = ({ from, group }: Pick<ContactTyping, 'from' | 'group'>): string => group?.group_jid ?? from;

/** The JSON text of `contact.typing` (docs/reference/events.md#contacttyping). Throws when it breaks the contract. */
export function typingData(
  typing: ContactTyping,
  account: { externalId: string; name: string; number: string | null },
  conversationId: number | null,
): string {
  const { channel, state, at, group } = typing;
  return JSON.stringify(
    ContactTypingData.parse({
      channel,
      conversation_id: conversationId,
      from: typingPeer(typing),
      account: { id: account.externalId, number: account.number, label: account.name },
      state,
      at,
      ...(group ? { whatsapp_group: group } : {}),
    }),
  );
}
