import { FormData } from 'undici';
import { z } from 'zod';
import { FileRefused, type OpenFile, openFile } from '../http/open-file.ts';
import { ProviderSilent } from '../http/provider-request.ts';
import { type ActOutcome, toActOutcome } from '../sent/act-outcome.ts';
import { type ReadResult, refused, type SendFailure, type SendOutcome } from '../sent/send-outcome.ts';
import { readData, toOutcome } from './tiktok-answer.ts';
import type { CallTiktok, TiktokOptions } from './tiktok-call.ts';
import type { TiktokMedia } from './tiktok-media-key.ts';

/**
 * A direct message to send: a text, which may quote, a card with reply buttons, a previously uploaded image, or a post of
 * the account; never two of them (docs/reference/tt.md#sending).
 */
export type TiktokMessage =
  | ({ conversationId: string } & (
      | { text: string; quotedMessageId?: string | undefined }
      | { text: string; buttons: readonly { id: string; title: string }[] }
      | { imageMediaId: string }
      | { postId: string }
    ))
  /** The only private reply that a comment may have (docs/reference/tt.md#comments). */
  | { commentId: string; text: string };

/** The calls about direct messages and their files (docs/reference/tt.md#sending). */
export interface TiktokMessageCalls {
  /** `limitMs` overrides the client's timeout. */
  sendMessage(accessToken: string, openId: string, message: TiktokMessage, limitMs?: number): Promise<SendOutcome>;
  /** Shows a typing sign, until the next message or for some seconds; or marks the conversation as read. */
  act(
    accessToken: string,
    openId: string,
    conversationId: string,
    action: 'TYPING' | 'MARK_READ',
    limitMs?: number,
  ): Promise<ActOutcome>;
  /** Whether both sides of a conversation are in countries where TikTok has images in direct messages. */
  takesImages(
    accessToken: string,
    openId: string,
    conversationId: string,
    limitMs?: number,
  ): Promise<ReadResult<boolean>>;
  /** A failure is always `refused`: an upload sends no message. */
  uploadImage(
    accessToken: string,
    openId: string,
    file: { bytes: Uint8Array; filename: string; mimeType: string },
    limitMs?: number,
  ): Promise<ReadResult<{ mediaId: string }>>;
  /**
   * Opens a file of a received message; null when the provider no longer has it. Throws FileRefused,
   * ProviderSilent, and undici's errors.
   */
  openMedia(accessToken: string, openId: string, media: TiktokMedia): Promise<OpenFile | null>;
}

const Acted = z.looseObject({});
const Sent = z.looseObject({ message: z.looseObject({ message_id: z.string().min(1) }) });
const IMAGE_SEND = 'IMAGE_SEND';
const Capable = z.looseObject({
  capability_infos: z.array(z.looseObject({ capability_type: z.string(), capability_result: z.boolean() })),
});
const Uploaded = z.looseObject({ media_id: z.string().min(1) });
const Download = z.looseObject({ download_url: z.url() });

const MISSING_CODE = 40007;
const RATE_CODE = 40100;
const TOKEN_CODES = new Set([40102, 40104, 40105]);

/** A failed request for a file's URL, as an error: its HTTP status is 200, so the status is derived from the code. */
function toFileError({ kind, provider }: SendFailure): Error {
  if (kind === 'unknown' || provider.status === null) return new ProviderSilent(provider.message, false);
  const code = Number(provider.code);
  if (TOKEN_CODES.has(code)) return new FileRefused(401);
  if (code === RATE_CODE) return new FileRefused(429);
  return new FileRefused(provider.status === 200 ? 400 : provider.status);
}

function messageBody(openId: string, message: TiktokMessage): Record<string, unknown> {
  if ('commentId' in message) {
    const reply = { reply_type: 'COMMENT_REPLY', comment_reply: { comment_id: message.commentId } };
    return { business_id: openId, direct_reply: reply, message_type: 'TEXT', text: { body: message.text } };
  }
  const head = { business_id: openId, recipient_type: 'CONVERSATION', recipient: message.conversationId };
  if ('imageMediaId' in message) return { ...head, message_type: 'IMAGE', image: { media_id: message.imageMediaId } };
  if ('postId' in message) return { ...head, message_type: 'SHARE_POST', share_post: { item_id: message.postId } };
  if ('buttons' in message) {
    const buttons = message.buttons.map(({ id, title }) => ({ type: 'REPLY', title, id }));
    return { ...head, message_type: 'TEMPLATE', template: { type: 'QA_BUTTON_CARD', title: message.text, buttons } };
  }
  const { text, quotedMessageId: quoted } = message;
  return {
    ...head,
    message_type: 'TEXT',
    text: { body: text },
    ...(quoted === undefined ? {} : { referenced_message_info: { referenced_message_id: quoted } }),
  };
}

export function makeMessageCalls(call: CallTiktok, { timeoutMs, dispatcher }: TiktokOptions): TiktokMessageCalls {
  return {
    async sendMessage(accessToken, openId, message, limitMs) {
      const body = messageBody(openId, message);
      const path = '/business/message/send/';
      const answer = await call({ method: 'POST', path, accessToken, body, timeoutMs: limitMs });
      return toOutcome(readData(answer, Sent, ({ message: sent }) => sent.message_id));
    },
    async act(accessToken, openId, conversationId, action, limitMs) {
      const head = { business_id: openId, recipient_type: 'CONVERSATION', recipient: conversationId };
      const body = { ...head, message_type: 'SENDER_ACTION', sender_action: action };
      const path = '/business/message/send/';
      const answer = await call({ method: 'POST', path, accessToken, body, timeoutMs: limitMs });
      return toActOutcome(readData(answer, Acted, (data) => data));
    },
    async takesImages(accessToken, openId, conversationId, limitMs) {
      const query = {
        business_id: openId,
        conversation_id: conversationId,
        conversation_type: 'SINGLE',
        capability_types: [IMAGE_SEND],
      };
      const path = '/business/message/capabilities/get/';
      const answer = await call({ method: 'GET', path, accessToken, query, timeoutMs: limitMs });
      return readData(answer, Capable, ({ capability_infos: infos }) =>
        infos.every(({ capability_type: type, capability_result: can }) => can || type !== IMAGE_SEND),
      );
    },
    async uploadImage(accessToken, openId, { bytes, filename, mimeType }, limitMs) {
      const body = new FormData();
      body.set('business_id', openId);
      body.set('media_type', 'IMAGE');
      body.set('file', new Blob([Uint8Array.from(bytes)], { type: mimeType }), filename);
      const path = '/business/message/media/upload/';
      const answer = await call({ method: 'POST', path, accessToken, body, timeoutMs: limitMs });
      const read = readData(answer, Uploaded, (data) => ({ mediaId: data.media_id }));
      if (read.ok || read.failure.kind === 'refused') return read;
      return { ok: false, failure: refused(read.failure.provider, { safeToRetry: true }) };
    },
    async openMedia(accessToken, openId, { conversationId, messageId, mediaId, mediaType }) {
      const body = {
        business_id: openId,
        conversation_id: conversationId,
        message_id: messageId,
        media_id: mediaId,
        media_type: mediaType.toUpperCase(),
      };
      const answer = await call({ method: 'POST', path: '/business/message/media/download/', accessToken, body });
      const found = readData(answer, Download, (data) => data.download_url);
      if (found.ok) return openFile(found.value, { headers: { 'x-user': accessToken }, dispatcher, timeoutMs });
      if (Number(found.failure.provider.code) === MISSING_CODE) return null;
      throw toFileError(found.failure);
    },
  };
}
