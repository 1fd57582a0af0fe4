import { setTimeout as pause } from 'node:timers/promises';
import { message } from '@parley/common/contracts/messages/message';
import { send } from '@parley/common/contracts/messages/send';
import { typing } from '@parley/common/contracts/messages/typing';
import { upload } from '@parley/common/contracts/messages/upload';
import type { GivenInputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { addressOf, otherFormOf } from '@parley/common/evolution/addresses';
import { type EvolutionMessage, sentRecord } from '@parley/common/evolution/message-record';
import type { z } from 'zod';
import { actionOf, CHANNEL, callAction, type EvolutionRequest, findMessageId, lookUp } from './call-action.ts';
import { isAbsent, notOffered, notOnNetwork } from './evolution-errors.ts';
import type { Instance } from './find-instance.ts';
import type { RECIPIENT } from './read-fields.ts';

const SEND = actionOf(send);
const MESSAGE = actionOf(message);
const TYPING = actionOf(typing);
const UPLOAD = actionOf(upload);

/** Longer delays of a program are cut. */
const DELAY_MAX_MS = 20_000;

type SendFields = GivenInputOf<typeof send>;
/** The fields of a send without its recipient. */
export type Content = Omit<SendFields, 'channel' | 'to' | 'from' | 'reply_to' | 'mentions'>;

/** The parsed members of {@link RECIPIENT}. */
export type Recipient = z.output<z.ZodObject<typeof RECIPIENT>>;

async function addressed(
  instance: Instance,
  { number, quoted, mentioned = [], mentionsEveryOne, everyOne }: Recipient,
): Promise<Omit<SendFields, keyof Content>> {
  if (mentionsEveryOne || everyOne)
    throw notOffered('mentionsEveryOne is not offered: list the people in mentioned.', 'send');
  const quotedId = quoted?.key?.id;
  // A message that Parley never had is sent without its quote, as Evolution API does.
  const replyTo = quotedId === undefined ? null : await findMessageId(instance, quotedId);
  return {
    channel: CHANNEL,
    from: instance.id,
    to: addressOf(number),
    ...(replyTo === null ? {} : { reply_to: replyTo }),
    ...(mentioned.length === 0 ? {} : { mentions: mentioned.map(addressOf) }),
  };
}

/** Shows the recipient that the account is typing, for the time that the program asks for. */
async function typeFirst(asked: EvolutionRequest, { channel, to, from, media_type }: SendFields, delayMs: number) {
  const state = media_type === 'voice' ? 'recording' : 'typing';
  await lookUp(asked, TYPING, { channel, to, from, state }, 'typing').catch((error: unknown) => {
    // The sign is a courtesy: without a conversation, or a phone that is connected, there is none.
    if (!(error instanceof AppError)) throw error;
  });
  await pause(Math.min(delayMs, DELAY_MAX_MS));
}

/** Sends to the number as it was given, else to the other form under which it may be registered. */
async function sendToEitherForm(asked: EvolutionRequest, fields: SendFields) {
  try {
    return await callAction(asked, SEND, fields);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    const other = otherFormOf(fields.to);
    if (other === null) throw notOnNetwork(fields.to);
    return await callAction(asked, SEND, { ...fields, to: other }, 'other form').catch((second: unknown) => {
      throw isAbsent(second) ? notOnNetwork(fields.to) : second;
    });
  }
}

/** The message as WhatsApp knows it. A failed look-up is no failed send: a caller would send it again. */
async function recordOf(asked: EvolutionRequest, sent: SendFields, messageId: string, { id, number, name }: Instance) {
  const now = new Date().toISOString();
  try {
    const { output } = await lookUp(asked, MESSAGE, { message_id: messageId });
    return sentRecord(output, output.provider_message_id ?? '', output.sent_at ?? now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const account = { id, number, label: name };
    return sentRecord({ to: sent.to, account, text: sent.message ?? '', attachments: [] }, '', now);
  }
}

/** Sends one content; returns the message that Evolution API would return. */
export async function sendContent(
  asked: EvolutionRequest,
  instance: Instance,
  recipient: Recipient,
  content: Content,
): Promise<EvolutionMessage> {
  const fields: SendFields = { ...content, ...(await addressed(instance, recipient)) };
  const { delay = 0 } = recipient;
  if (delay > 0) await typeFirst(asked, fields, delay);
  const { output } = await sendToEitherForm(asked, fields);
  return recordOf(asked, { ...fields, to: output.to }, output.message_id, instance);
}

const ADDRESS = /^https?:\/\//i;

/** A file given as an address, as base64 or as a data: URL: as fields of a send. */
export async function fileOf(asked: EvolutionRequest, given: string, name: string | undefined): Promise<Content> {
  const file = given.trim();
  if (ADDRESS.test(file)) return { media_url: file };
  const { output } = await lookUp(asked, UPLOAD, { data: file, ...(name === undefined ? {} : { name }) }, 'file');
  return { upload_id: output.upload_id };
}
