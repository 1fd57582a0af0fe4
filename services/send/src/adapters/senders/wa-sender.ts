import { waSendBodies } from '@parley/providers/graph/wa-send-body';
import type { WhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import type { Logger } from '@parley/runtime/logger';
import type { ChannelSender } from '../../domain/channel-sender.ts';
import { sendParts } from './send-parts.ts';

/**
 * Sends over the cloud API. Audio has no caption: its text follows in a separate message under the same message id
 * (docs/reference/sends.md#media).
 */
export function makeWaSender(
  graph: Pick<WhatsappCloudClient, 'sendMessage'>,
  logger: Pick<Logger, 'warn'>,
): ChannelSender {
  return {
    send({ externalId, credentials: { access_token: token = '' } }, message, messageId, timeoutMs) {
      const parts = waSendBodies(message, messageId).map(
        (body) => (leftMs: number) => graph.sendMessage(externalId, token, body, leftMs),
      );
      return sendParts(parts, timeoutMs, messageId, logger);
    },
  };
}
