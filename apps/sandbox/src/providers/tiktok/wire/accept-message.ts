import { z } from 'zod';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import { chatKey, type SandboxState } from '../../../state/sandbox-state.ts';
import {
  makeTiktokMessageId,
  type TiktokAccount,
  type TiktokConversation,
  type TiktokState,
} from '../state/tiktok-state.ts';
import { directMessage } from './build-direct-message.ts';
import type { TiktokWebhooks } from './post-webhook.ts';
import { badParam, tiktokError, tiktokOk } from './tiktok-answer.ts';
import { mediaIdOf } from './tiktok-media.ts';

const WINDOW_MS = 48 * 3_600_000;
const MAX_SINCE_INBOUND = 10;
const MAX_TEXT = 6000;

/** Body of `/business/message/send/`. */
export const SendInput = z.object({
  business_id: z.string(),
  recipient_type: z.literal('CONVERSATION'),
  recipient: z.string().min(1),
  message_type: z.enum(['TEXT', 'IMAGE', 'SHARE_POST', 'TEMPLATE', 'SENDER_ACTION']),
  text: z.object({ body: z.string() }).optional(),
  image: z.object({ media_id: z.string() }).optional(),
  share_post: z.object({ item_id: z.string() }).optional(),
  template: z.record(z.string(), z.unknown()).optional(),
  sender_action: z.enum(['TYPING', 'MARK_READ']).optional(),
  referenced_message_info: z.object({ referenced_message_id: z.string() }).optional(),
});
/** A parsed send. */
export type SendInput = z.infer<typeof SendInput>;

/** TikTok's error for invalid content; null if it is valid. */
function refuseContent(state: SandboxState, input: SendInput): ProviderAnswer | null {
  switch (input.message_type) {
    case 'TEXT': {
      const body = input.text?.body ?? '';
      return body.trim() === '' || [...body].length > MAX_TEXT ? badParam('text.body') : null;
    }
    case 'IMAGE':
      if (!input.image) return badParam('image.media_id');
      return state.media.get(mediaIdOf(input.image.media_id)) ? null : tiktokError(40007);
    case 'SHARE_POST':
      return input.share_post ? null : badParam('share_post.item_id');
    case 'TEMPLATE':
      return input.template ? null : badParam('template');
    case 'SENDER_ACTION':
      return input.sender_action ? null : badParam('sender_action');
  }
}

/** The part of the webhook with the content of the message. */
function contentOf(input: SendInput): Record<string, unknown> {
  const quoted = input.referenced_message_info ? { referenced_message_info: input.referenced_message_info } : {};
  switch (input.message_type) {
    case 'TEXT':
      return { type: 'text', text: { body: input.text?.body ?? '' }, ...quoted };
    case 'IMAGE':
      return { type: 'image', image: input.image };
    case 'SHARE_POST':
      return { type: 'share_post', share_post: { video_id: input.share_post?.item_id } };
    default:
      return { type: 'template', template: input.template };
  }
}

/**
 * Accepts a send within TikTok's rules: the person wrote first, within 48 hours, at most ten answers
 * (docs/reference/tt.md#sending).
 */
export function makeAcceptMessage(deps: {
  sandbox: SandboxState;
  state: TiktokState;
  webhooks: TiktokWebhooks;
  now: () => number;
  onAccepted: (conversation: TiktokConversation, text: string | null) => void;
}) {
  const { sandbox, state, now } = deps;

  function isAgainstRules(conversation: TiktokConversation): boolean {
    if (conversation.blocked) return true;
    if (sandbox.settings.window === 'off') return false;
    const { lastInboundAtMs: last, sentSince } = conversation;
    return last === null || now() - last > WINDOW_MS || sentSince >= MAX_SINCE_INBOUND;
  }

  async function tell(account: TiktokAccount, conversation: TiktokConversation, messageId: string, input: SendInput) {
    const head = { account, person: state.person(conversation.personId), conversation, from: 'business' as const };
    const content = directMessage({ ...head, atMs: now() }, messageId, contentOf(input), 'API');
    await deps.webhooks.post(account.openId, 'im_send_msg', content);
  }

  return async (account: TiktokAccount, input: SendInput, body: unknown): Promise<ProviderAnswer> => {
    const conversation = state.conversations.get(input.recipient);
    if (!conversation || conversation.openId !== account.openId) return badParam('conversation_id');
    const refusal = refuseContent(sandbox, input);
    if (refusal) return refusal;
    if (input.message_type === 'SENDER_ACTION') {
      const key = chatKey('tt', account.openId, conversation.personId);
      const isTyping = input.sender_action === 'TYPING';
      if (isTyping) sandbox.typing.set(key, now());
      sandbox.acts.push({
        channel: 'tt',
        account: account.openId,
        to: conversation.personId,
        target: null,
        act: isTyping ? 'typing' : 'read',
        value: isTyping ? 'typing' : null,
        at: new Date(now()).toISOString(),
      });
      return tiktokOk({ message: { message_id: '' } });
    }
    if (isAgainstRules(conversation)) return tiktokError(40064);
    conversation.sentSince++;
    const messageId = makeTiktokMessageId();
    const text = input.text?.body ?? null;
    state.messages.set(messageId, { id: messageId, conversationId: conversation.id, mediaId: null, mediaType: null });
    sandbox.sent.push({
      channel: 'tt',
      account: account.openId,
      to: conversation.personId,
      provider_message_id: messageId,
      at: new Date(now()).toISOString(),
      text,
      callback_data: null,
      method: 'message',
      body,
    });
    if (sandbox.settings.echoes === 'before') await tell(account, conversation, messageId, input);
    if (sandbox.settings.echoes === 'after') setImmediate(() => void tell(account, conversation, messageId, input));
    deps.onAccepted(conversation, text);
    return tiktokOk({ message: { message_id: messageId } });
  };
}
