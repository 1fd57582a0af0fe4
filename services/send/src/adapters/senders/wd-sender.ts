import type { BusClient } from '@parley/bus/bus-client';
import { type DeviceSendOutcome, sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { makeId } from '@parley/common/ids';
import { refused, type SendOutcome } from '@parley/providers/send-outcome';
import type { ChannelSender } from '../../domain/channel-sender.ts';
import { onDevice } from '../on-device.ts';

function toSendOutcome(outcome: DeviceSendOutcome): SendOutcome {
  switch (outcome.outcome) {
    case 'accepted':
      return {
        kind: 'accepted',
        providerMessageId: outcome.providerMessageId,
        recipientAlias: null,
        ...(outcome.furtherIds.length === 0 ? {} : { furtherIds: outcome.furtherIds }),
      };
    case 'refused': {
      const { status, code, message } = outcome;
      return refused(
        { name: 'device', status, code, message },
        { safeToRetry: outcome.safeToRetry, retryAfterMs: outcome.retryAfterMs },
      );
    }
    case 'unknown':
      return {
        kind: 'unknown',
        provider: { name: 'device', status: null, code: outcome.code, message: outcome.message },
      };
  }
}

/** Sends from a linked device: services/pairing forwards the message to the worker that holds its lease. */
export function makeWdSender(bus: Pick<BusClient, 'call'>): ChannelSender {
  return {
    async send({ tenantId, externalId }, { to, text, media, rich, quoted, mentions }, messageId, timeoutMs) {
      const input = {
        tenantId,
        externalId,
        messageId,
        to,
        text,
        media: media && {
          type: media.type,
          url: media.url,
          filename: media.filename,
          ...(media.uploadId === undefined ? {} : { uploadId: media.uploadId }),
        },
        ...(rich && { rich }),
        ...(quoted && { quoted }),
        ...(mentions && { mentions: [...mentions] }),
      };
      const context = { requestId: makeId('req'), deadlineAt: Date.now() + timeoutMs };
      const outcome = await onDevice(() => bus.call(sendDeviceMessage, input, context));
      return 'kind' in outcome ? outcome : toSendOutcome(outcome);
    },
  };
}
