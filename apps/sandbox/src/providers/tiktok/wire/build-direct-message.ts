import type { TiktokAccount, TiktokConversation, TiktokPerson } from '../state/tiktok-state.ts';

/** The common data of events about a direct message: sender, recipient, conversation, time. */
export interface DirectMessageHead {
  account: TiktokAccount;
  person: TiktokPerson;
  conversation: TiktokConversation;
  from: 'person' | 'business';
  atMs: number;
}

/** The common fields of events about a direct message, under TikTok's names (docs/reference/tt.md#callbacks). */
export function directMessageHead(head: DirectMessageHead): Record<string, unknown> {
  const { account, person, conversation, atMs } = head;
  const customer = { id: person.id, role: 'personal_account' };
  const business = { id: account.openId, role: 'business_account' };
  const fromPerson = head.from === 'person';
  return {
    timestamp: atMs,
    unique_identifier: fromPerson ? person.id : account.openId,
    from_user: fromPerson ? customer : business,
    to_user: fromPerson ? business : customer,
    from: fromPerson ? person.username : account.username,
    to: fromPerson ? account.username : person.username,
    conversation_id: conversation.id,
  };
}

/** A direct message in its webhook; `content` is its type and the fields of that type. */
export function directMessage(
  head: DirectMessageHead,
  messageId: string,
  content: Record<string, unknown>,
  source: 'API' | 'APP' | 'WEB' = 'APP',
): Record<string, unknown> {
  return {
    ...directMessageHead(head),
    message_id: messageId,
    is_follower: true,
    message_tag: { source },
    ...content,
  };
}
