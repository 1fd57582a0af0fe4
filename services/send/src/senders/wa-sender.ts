import type { GraphClient } from '@parley/providers/graph/graph-client';
import { waSendBody } from '@parley/providers/graph/wa-send-body';
import type { ChannelSender } from '../domain/channel-sender.ts';

/**
 * Sends over the cloud API. Audio takes no caption: its text follows as a message of its own, under the same message
 * id, and only the audio's outcome decides (contract §4: media first, text second).
 */
export function makeWaSender(graph: GraphClient): ChannelSender {
  return {
    async send({ externalId, credentials: { access_token: token = '' } }, message, messageId) {
      const outcome = await graph.sendMessage(externalId, token, waSendBody(message, messageId));
      if (outcome.kind === 'accepted' && message.media?.type === 'audio' && message.text !== '') {
        await graph.sendMessage(externalId, token, waSendBody({ ...message, media: null }, `text-of-${messageId}`));
      }
      return outcome;
    },
  };
}
