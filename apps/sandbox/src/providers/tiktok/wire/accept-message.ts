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
import { contentOf, refuseContent, type SendInput } from './send-input.ts';
import { badParam, tiktokError, tiktokOk } from './tiktok-answer.ts';

const WINDOW_MS = 48 * 3_600_000;
const MAX_SINCE_INBOUND = 10;

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
    const conversation = state.conversations.get(input.recipient ?? '');
    if (!conversation || conversation.openId !== account.openId) return badParam('conversation_id');
    const refusal = refuseContent(deps, account, conversation, input);
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
    const text = input.text?.body ?? input.template?.title ?? null;
    const { type } = contentOf(input);
    const stored = { id: messageId, conversationId: conversation.id, mediaId: null, mediaType: null, type };
    state.messages.set(messageId, stored);
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
