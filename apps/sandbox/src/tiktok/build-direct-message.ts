import type { TiktokAccount, TiktokConversation, TiktokPerson } from './tiktok-state.ts';

/** What all events about direct messages hold: who, to whom, in which conversation, when. */
export interface DirectMessageHead {
  account: TiktokAccount;
  person: TiktokPerson;
  conversation: TiktokConversation;
  from: 'person' | 'business';
  atMs: number;
}

/** The members that every event about a direct message has, in TikTok's words (docs/reference/tt.md#callbacks). */
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

/** A direct message as its webhook tells it; `content` is the kind and its own part. */
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
