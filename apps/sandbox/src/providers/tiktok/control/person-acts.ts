import type { CallbackOutcome } from '../../../callbacks/callback-sender.ts';
import { mediaOf } from '../../../media/default-media.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import {
  makeTiktokMessageId,
  type TiktokAccount,
  type TiktokConversation,
  type TiktokState,
} from '../state/tiktok-state.ts';
import { directMessage, directMessageHead } from '../wire/build-direct-message.ts';
import type { TiktokWebhooks } from '../wire/post-webhook.ts';
import { tiktokMediaId } from '../wire/tiktok-media.ts';
import type { PersonMessage, PersonReaction, TiktokActOutcome } from './tiktok-controls.ts';

/** Simulated people, and the account's owner, in direct messages. */
export type PersonActs = ReturnType<typeof makePersonActs>;

const EVENTS: Record<string, string> = {
  referral: 'im_referral_msg',
  mark_read: 'im_mark_read_msg',
  eu: 'im_receive_msg_eu',
};

export function makePersonActs(deps: {
  sandbox: SandboxState;
  state: TiktokState;
  webhooks: TiktokWebhooks;
  now: () => number;
}) {
  const { sandbox, state, now } = deps;
  const timeOf = (at: string | undefined) => (at === undefined ? now() : Date.parse(at));

  function contentOf(given: PersonMessage, keep: (mediaId: string, type: 'IMAGE' | 'VIDEO') => void) {
    const { type } = given;
    const quoted =
      given.reply_to === undefined ? {} : { referenced_message_info: { referenced_message_id: given.reply_to } };
    if (type === 'image' || type === 'video') {
      const media = mediaOf(sandbox, { type, forwarded: false, ...(given.media ? { media: given.media } : {}) });
      const mediaId = tiktokMediaId(media?.id ?? '');
      keep(mediaId, type === 'image' ? 'IMAGE' : 'VIDEO');
      return { type, [type]: { media_id: mediaId }, ...quoted };
    }
    if (type === 'sticker' || type === 'emoji')
      return { type, [type]: { url: given.url ?? `https://p16-sign-sg.tiktokcdn.com/${type}.webp` } };
    if (type === 'share_post') {
      const videoId = given.video_id ?? '7685373940801228040';
      return { type, share_post: { video_id: videoId, embed_url: `https://www.tiktok.com/player/v1/${videoId}` } };
    }
    if (type === 'template') return { type, template: { title: given.text } };
    if (type === 'others') return { type };
    const referral = given.referral === undefined ? {} : { referral: given.referral };
    const pressed =
      given.button === undefined
        ? {}
        : {
            reply_source_payload: {
              reply_source_msg_id: makeTiktokMessageId(),
              reply_source_unique_id: given.button,
            },
          };
    return { type: 'text', text: { body: given.text }, ...quoted, ...referral, ...pressed };
  }

  /** The content of events that are not messages. */
  function newsOf(given: PersonMessage, head: Record<string, unknown>, atMs: number): Record<string, unknown> {
    if (given.type === 'mark_read') return { ...head, read: { last_read_timestamp: atMs } };
    if (given.type === 'eu') return { to: head.to, to_user: head.to_user, timestamp: atMs };
    const link = { ref: 'spring', prefilled_message: given.text, prefilled_message_audit_status: 'PASS' };
    return { ...head, referral: given.referral ?? { source: 'short_link', short_link: link } };
  }

  function store(conversation: TiktokConversation, messageId: string, type: string) {
    const message = { id: messageId, conversationId: conversation.id, mediaId: null, mediaType: null, type };
    state.messages.set(messageId, message);
    return (mediaId: string, mediaType: 'IMAGE' | 'VIDEO') =>
      state.messages.set(messageId, { ...message, mediaId, mediaType });
  }

  const outcomeOf = (conversation: TiktokConversation, messageId: string, callback: CallbackOutcome) => ({
    ok: true as const,
    account: conversation.openId,
    from: conversation.personId,
    conversation_id: conversation.id,
    provider_message_id: messageId,
    callback,
  });

  return {
    async write(account: TiktokAccount, personId: string, given: PersonMessage): Promise<TiktokActOutcome> {
      const person = state.person(personId);
      person.username = given.username ?? person.username;
      person.displayName = given.display_name ?? person.displayName;
      const conversation = state.conversation(account.openId, personId);
      const atMs = timeOf(given.at);
      const head = { account, person, conversation, from: 'person' as const, atMs };
      const event = EVENTS[given.type];
      const messageId = given.provider_message_id ?? makeTiktokMessageId();
      if (event !== undefined) {
        const news = newsOf(given, directMessageHead(head), atMs);
        const callback = await deps.webhooks.post(account.openId, event, news, { times: given.times });
        return outcomeOf(conversation, messageId, callback);
      }
      conversation.lastInboundAtMs = Math.max(conversation.lastInboundAtMs ?? 0, atMs);
      conversation.sentSince = 0;
      const content = contentOf(given, store(conversation, messageId, given.type));
      const message = directMessage(head, messageId, content);
      const callback = await deps.webhooks.post(account.openId, 'im_receive_msg', message, { times: given.times });
      return outcomeOf(conversation, messageId, callback);
    },
    async react(account: TiktokAccount, personId: string, given: PersonReaction): Promise<TiktokActOutcome> {
      const person = state.person(personId);
      const conversation = state.conversation(account.openId, personId);
      const atMs = timeOf(given.at);
      const messageId = makeTiktokMessageId();
      const operation = (action: PersonReaction['action'], emoji: string) => ({
        operation: action === 'added' ? 'ADD' : 'REMOVE',
        ...(given.picture_url === undefined
          ? { type: 'EMOJI', emoji }
          : { type: 'AI_EMOJI', ai_emoji_url: given.picture_url }),
        original_msg_id: given.target,
        unique_identifier: personId,
        timestamp: atMs,
      });
      const replaced = given.replaces === undefined ? [] : [operation('removed', given.replaces)];
      const reaction = [...replaced, operation(given.action, given.emoji)];
      const head = { account, person, conversation, from: 'person' as const, atMs };
      const message = directMessage(head, messageId, { type: 'reaction', reaction });
      const callback = await deps.webhooks.post(account.openId, 'im_receive_msg', message, { times: given.times });
      return outcomeOf(conversation, messageId, callback);
    },
    /** The account's owner types in TikTok's own app. */
    async writeByHand(account: TiktokAccount, personId: string, given: PersonMessage): Promise<TiktokActOutcome> {
      const conversation = state.conversation(account.openId, personId);
      const head = { account, person: state.person(personId), conversation, from: 'business' as const };
      const messageId = given.provider_message_id ?? makeTiktokMessageId();
      const content = contentOf(given, store(conversation, messageId, given.type));
      const message = directMessage({ ...head, atMs: timeOf(given.at) }, messageId, content);
      const callback = await deps.webhooks.post(account.openId, 'im_send_msg', message, { times: given.times });
      return outcomeOf(conversation, messageId, callback);
    },
  };
}
