import { waReactionBody } from '@parley/providers/graph/wa-send-body';
import type { WhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { refused } from '@parley/providers/send-outcome';
import type { ChannelActs } from '../../domain/channel-acts.ts';

const NO_MESSAGE = refused({
  name: 'graph',
  status: null,
  code: null,
  message: 'WhatsApp shows the typing indicator below a message of the person, and there is none.',
});

/** A reaction is a message of its own, a read mark and a typing indicator are one call (docs/reference/wa.md#acts). */
export function makeWaActs(graph: WhatsappCloudClient): ChannelActs {
  return {
    async react({ externalId, credentials: { access_token: token = '' } }, target, emoji, timeoutMs) {
      const body = waReactionBody(target.peer, target.providerMessageId, emoji);
      const outcome = await graph.sendMessage(externalId, token, body, timeoutMs);
      return outcome.kind === 'accepted' ? { kind: 'done' } : outcome;
    },
    markRead: (
      { externalId, credentials: { access_token: token = '' } },
      { providerMessageId: messageId },
      timeoutMs,
    ) => graph.markRead(externalId, token, { messageId, typing: false }, timeoutMs),
    async showTyping({ externalId, credentials: { access_token: token = '' } }, { lastInboundId }, _state, timeoutMs) {
      if (lastInboundId === null) return NO_MESSAGE;
      return graph.markRead(externalId, token, { messageId: lastInboundId, typing: true }, timeoutMs);
    },
    rejectCall: ({ externalId, credentials: { access_token: token = '' } }, callId, timeoutMs) =>
      graph.rejectCall(externalId, token, callId, timeoutMs),
  };
}
