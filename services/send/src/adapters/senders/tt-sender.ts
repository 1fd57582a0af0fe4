import type { SendOutcome } from '@parley/providers/send-outcome';
import { renewOnce } from '@parley/providers/tiktok/renew-once';
import type { TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { ChannelSender, MessageToSend } from '../../domain/channel-sender.ts';
import { renewToken, type TokenSources } from '../renew-token.ts';
import { sendParts } from './send-parts.ts';

/**
 * Sends into the thread of a person who has written before: an image is uploaded and sent first, the text second. An
 * expired access token is renewed once: the refusal proves that nothing was sent (docs/reference/tt.md#errors).
 */
export function makeTtSender(
  tiktok: Pick<TiktokClient, 'sendMessage' | 'uploadImage'>,
  sources: TokenSources,
): ChannelSender {
  function sendBy(
    token: string,
    openId: string,
    { file, text, threadId }: MessageToSend,
    messageId: string,
    timeoutMs: number,
  ): Promise<SendOutcome> {
    const conversationId = threadId ?? '';
    const parts: ((leftMs: number) => Promise<SendOutcome>)[] = [];
    if (file)
      parts.push(async (leftMs) => {
        const deadline = Date.now() + leftMs;
        const uploaded = await tiktok.uploadImage(token, openId, file, leftMs);
        if (!uploaded.ok) return uploaded.failure;
        const message = { conversationId, imageMediaId: uploaded.value.mediaId };
        return tiktok.sendMessage(token, openId, message, Math.max(deadline - Date.now(), 1));
      });
    if (text !== '') parts.push((leftMs) => tiktok.sendMessage(token, openId, { conversationId, text }, leftMs));
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
