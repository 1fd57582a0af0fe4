import { isWithoutCaption, waSendBody } from '@parley/providers/graph/wa-send-body';
import type { WhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import type { Logger } from '@parley/runtime/logger';
import type { ChannelSender } from '../../domain/channel-sender.ts';
import { reportLostText } from './report-lost-text.ts';

/**
 * Sends over the cloud API. Audio has no caption: its text follows in a separate message under the same message id,
 * and the outcome of the audio decides (docs/reference/sends.md#media: media first, text second).
 */
export function makeWaSender(graph: WhatsappCloudClient, logger: Pick<Logger, 'warn'>): ChannelSender {
  return {
    async send({ externalId, credentials: { access_token: token = '' } }, message, messageId, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      const outcome = await graph.sendMessage(externalId, token, waSendBody(message, messageId), timeoutMs);
      const isTextLeft = message.media && isWithoutCaption(message.media) && message.text !== '';
      if (outcome.kind !== 'accepted' || !isTextLeft) return outcome;
      const text = waSendBody({ ...message, media: null, quoted: null }, `text-of-${messageId}`);
      const followed = await graph.sendMessage(externalId, token, text, Math.max(deadline - Date.now(), 1));
      if (followed.kind !== 'accepted') reportLostText(logger, messageId, followed);
      return outcome;
    },
  };
}
