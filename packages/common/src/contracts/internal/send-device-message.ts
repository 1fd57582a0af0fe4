import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BUS_LIST_MAX, BusText, MessageId } from '../../fields.ts';
import { FILE_KINDS } from '../../messages/capabilities.ts';
import { RichContent } from '../../messages/message-content.ts';

/** The outcome of a linked device's send: the wire form of SendOutcome of packages/providers. */
export const DeviceSendOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('accepted'),
    providerMessageId: z.string(),
    /** Ids of further parts of the message (a text after a voice file). */
    furtherIds: z.array(z.string()),
  }),
  z.object({
    outcome: z.literal('refused'),
    /** Null when the network was not reached: nothing was sent. */
    status: z.int().nullable(),
    code: z.union([z.string(), z.int()]).nullable(),
    message: z.string(),
    safeToRetry: z.boolean(),
    retryAfterMs: z.int().nullable(),
  }),
  z.object({ outcome: z.literal('unknown'), code: z.string().nullable(), message: z.string() }),
]);
export type DeviceSendOutcome = z.infer<typeof DeviceSendOutcome>;

/** A message of the same conversation that a message quotes. */
export const QuotedDeviceMessage = z.object({
  providerMessageId: BusText,
  isOwn: z.boolean(),
  /** In a group: the address of its author, if it is not the account. */
  author: BusText.nullable(),
  text: BusText,
});
export type QuotedDeviceMessage = z.infer<typeof QuotedDeviceMessage>;

/**
 * Sends one message from a linked device. The same `messageId` always has the same id on the network, so that a repeat
 * after a safe refusal cannot become a second message. Any worker accepts the call and forwards it to the worker that
 * holds the device's lease.
 */
export const sendDeviceMessage = defineInternal({
  service: 'pairing',
  name: 'send-device-message',
  input: z.object({
    tenantId: z.int(),
    /** Id of the wd connection, as in `channels`. */
    externalId: BusText,
    messageId: MessageId,
    /** `+` and digits, a group id, or a person's hidden id. */
    to: BusText,
    text: BusText,
    media: z
      .object({
        type: z.enum(FILE_KINDS),
        url: BusText,
        /** An uploaded file, which is read from services/files instead. */
        uploadId: BusText.optional(),
        filename: BusText.nullable(),
      })
      .nullable(),
    /** Location, contacts or poll. */
    rich: RichContent.optional(),
    quoted: QuotedDeviceMessage.optional(),
    /** Members of a group that the text mentions: `+` and digits. */
    mentions: z.array(BusText).max(BUS_LIST_MAX).optional(),
  }),
  output: DeviceSendOutcome,
  errors: ['provider_timeout'],
  deadlineMs: 25_000,
  directed: true,
});
