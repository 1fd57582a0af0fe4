import type { ActOutcome } from '@parley/providers/sent/act-outcome';
import { refused, type SendOutcome } from '@parley/providers/sent/send-outcome';
import { renewOnce } from '@parley/providers/tiktok/renew-once';
import type { TiktokClient, TiktokMessage } from '@parley/providers/tiktok/tiktok-client';
import { hasTokenExpired } from '@parley/providers/tiktok/tiktok-error';
import type { ChannelActs, ChannelSender, MessageToSend, SendingAccount } from './channel.rules.ts';
import { sendParts } from './send-parts.client.ts';
import { renewToken, type TokenSources } from './token.client.ts';

const NO_IMAGES = refused({
  name: 'tiktok',
  status: null,
  code: null,
  message: 'This conversation takes no images: TikTok has them in some countries only.',
});

/** The text of a message with its quote or its buttons. */
function textPart({ text, quoted, rich }: MessageToSend, conversationId: string): TiktokMessage {
  const buttons = (rich?.buttons ?? []).flatMap(({ id, title }) => (id === undefined ? [] : [{ id, title }]));
  return buttons.length > 0
    ? { conversationId, text, buttons }
    : { conversationId, text, quotedMessageId: quoted?.providerMessageId };
}

/**
 * Sends into the thread of a person who has written before: an image is uploaded and sent first, the text second. An
 * expired access token is renewed once: the refusal proves that nothing was sent (docs/reference/tt.md#errors).
 */
export function makeTtSender(
  tiktok: Pick<TiktokClient, 'sendMessage' | 'takesImages' | 'uploadImage'>,
  sources: TokenSources,
): ChannelSender {
  function sendBy(
    token: string,
    openId: string,
    message: MessageToSend,
    messageId: string,
    timeoutMs: number,
  ): Promise<SendOutcome> {
    const { file, text, threadId, commentId } = message;
    if (commentId !== null) return tiktok.sendMessage(token, openId, { commentId, text }, timeoutMs);
    if (threadId === null) throw new Error('A message on tt has no thread.');
    const conversationId = threadId;
    const parts: ((leftMs: number) => Promise<SendOutcome>)[] = [];
    if (file)
      parts.push(async (leftMs) => {
        const deadline = Date.now() + leftMs;
        const left = () => Math.max(deadline - Date.now(), 1);
        const takes = await tiktok.takesImages(token, openId, conversationId, left());
        // Where TikTok does not answer the question, the send itself decides.
        if (takes.ok ? !takes.value : hasTokenExpired(takes.failure)) return takes.ok ? NO_IMAGES : takes.failure;
        const uploaded = await tiktok.uploadImage(token, openId, file, left());
        if (!uploaded.ok) return uploaded.failure;
        const image = { conversationId, imageMediaId: uploaded.value.mediaId };
        return tiktok.sendMessage(token, openId, image, left());
      });
    const post = message.rich?.post;
    if (post) parts.push((leftMs) => tiktok.sendMessage(token, openId, { conversationId, postId: post.id }, leftMs));
    if (text !== '')
      parts.push((leftMs) => tiktok.sendMessage(token, openId, textPart(message, conversationId), leftMs));
    return sendParts(parts, timeoutMs, messageId, sources.logger);
  }

  return {
    async send(account, message, messageId, timeoutMs) {
      return renewOnce({
        token: account.credentials.access_token ?? '',
        untilMs: Date.now() + timeoutMs,
        call: (token, leftMs) => sendBy(token, account.externalId, message, messageId, leftMs),
        renew: (untilMs) => renewToken(sources, account, untilMs),
      });
    },
  };
}

const NO_THREAD = refused({
  name: 'tiktok',
  status: null,
  code: null,
  message: 'TikTok has no thread of this person.',
});

/** Sender actions of a thread; an expired access token is renewed once (docs/reference/tt.md#sending). */
export function makeTtActs(tiktok: Pick<TiktokClient, 'act'>, sources: TokenSources): ChannelActs {
  async function act(
    account: SendingAccount,
    threadId: string | null,
    action: 'TYPING' | 'MARK_READ',
    timeoutMs: number,
  ): Promise<ActOutcome> {
    if (threadId === null) return NO_THREAD;
    return renewOnce({
      token: account.credentials.access_token ?? '',
      untilMs: Date.now() + timeoutMs,
      call: (token, leftMs) => tiktok.act(token, account.externalId, threadId, action, leftMs),
      renew: (untilMs) => renewToken(sources, account, untilMs),
    });
  }
  return {
    markRead: (account, { threadId }, timeoutMs) => act(account, threadId, 'MARK_READ', timeoutMs),
    showTyping: (account, { threadId }, _state, timeoutMs) => act(account, threadId, 'TYPING', timeoutMs),
  };
}
