import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineInternal } from '../../define-contract.ts';
import { BusText, MessageId } from '../../fields.ts';

/**
 * Finds a message of the key's tenant by the provider's id, for callers that keep only that one
 * (docs/reference/evolution.md#ids). Null: the account has no such message.
 */
export const findProviderMessage = defineInternal({
  service: 'send',
  name: 'find-provider-message',
  input: z.object({
    channel: Channel,
    /** The account's id, as in `channels`. */
    accountId: BusText,
    providerMessageId: BusText,
  }),
  output: z.object({ messageId: MessageId.nullable() }),
  errors: ['channel_not_allowed'],
  channelField: 'channel',
});
