import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { PageChannel } from '../../state/page.ts';
import { badParameter } from '../graph-error.ts';
import { metaError } from './meta-error.ts';
import {
  FilePayload,
  type PageAttachment,
  type PageMessage,
  SharedPayload,
  TemplatePayload,
} from './page-send-schema.ts';
import { refuseIssue } from './refuse-issue.ts';

const FILE_TYPES = ['image', 'video', 'audio', 'file'];
const MAX_TEXT_CHARACTERS = 2000;
const MAX_TEXT_BYTES = 1000;

/** Every attachment of a message. */
export const attachmentList = ({ attachments, attachment }: PageMessage): PageAttachment[] =>
  attachments ?? (attachment ? [attachment] : []);

/** The address of a file that Meta fetches; undefined for other attachments. */
export const addressOf = ({ payload }: PageAttachment): string | undefined =>
  typeof payload?.url === 'string' ? payload.url : undefined;

/** Meta's refusal of the content of a message; null if it is valid. */
export function refuseContent(channel: PageChannel, message: PageMessage): ProviderAnswer | null {
  const attachments = attachmentList(message);
  const { text, quick_replies: replies } = message;
  if (message.attachment && message.attachments)
    return badParameter('Only one of the params attachment and attachments may be specified');
  if (text !== undefined && attachments.length > 0) {
    return badParameter('Only one of the text or attachment parameters may be specified');
  }
  if (text === undefined && attachments.length === 0) {
    return channel === 'ig'
      ? metaError(100, { subcode: 2_534_015 })
      : badParameter('Message cannot be empty, must provide valid attachment or text');
  }
  // Since 5 October 2026 Instagram has only replies with a text (docs/reference/ig.md#changes-of-the-platform).
  if (channel === 'ig' && replies?.some(({ content_type: type }) => type !== 'text'))
    return badParameter('Param message[quick_replies][0][content_type] is not valid');
  return (text === undefined ? null : refuseText(channel, text)) ?? refuseAttachments(channel, attachments);
}

function refuseText(channel: PageChannel, text: string): ProviderAnswer | null {
  if (text.trim() === '') return badParameter('Param message[text] must be a non-empty UTF-8 encoded string');
  const isTooLong =
    channel === 'fb' ? [...text].length > MAX_TEXT_CHARACTERS : Buffer.byteLength(text) > MAX_TEXT_BYTES;
  const limit = channel === 'fb' ? MAX_TEXT_CHARACTERS : MAX_TEXT_BYTES;
  return isTooLong ? badParameter(`Length of param message[text] must be less than or equal to ${limit}`) : null;
}

function refuseAttachments(channel: PageChannel, attachments: readonly PageAttachment[]): ProviderAnswer | null {
  if (attachments.length > 1 && attachments.some(({ type }) => type !== 'image')) {
    return badParameter('Only images may be sent together');
  }
  for (const attachment of attachments) {
    const refusal = refuseAttachment(channel, attachment);
    if (refusal) return refusal;
  }
  return null;
}

function refuseAttachment(channel: PageChannel, { type, payload }: PageAttachment): ProviderAnswer | null {
  if (FILE_TYPES.includes(type)) return refuseFile(payload);
  if (type === 'template') {
    const parsed = TemplatePayload.safeParse(payload);
    // Graph calls the payload of a template by this name.
    return parsed.success ? null : refuseIssue(parsed.error.issues[0], ['name_placeholder']);
  }
  if (channel === 'ig' && type.toUpperCase() === 'MEDIA_SHARE') {
    const parsed = SharedPayload.safeParse(payload ?? {});
    return parsed.success ? null : refuseIssue(parsed.error.issues[0], PAYLOAD);
  }
  if (channel === 'ig' && type === 'like_heart') return null;
  return badParameter(`Invalid attachment type ${type}`);
}

const PAYLOAD = ['message', 'attachment', 'payload'];

function refuseFile(payload: PageAttachment['payload']): ProviderAnswer | null {
  const parsed = FilePayload.safeParse(payload ?? {});
  if (!parsed.success) return refuseIssue(parsed.error.issues[0], PAYLOAD);
  const { url, attachment_id: attachmentId } = parsed.data;
  if (attachmentId !== undefined) return metaError(100, { subcode: 2_018_074 });
  if (url === undefined) return badParameter('Param message[attachment][payload][url] is required');
  return isHttpUrl(url) ? null : badParameter('Param message[attachment][payload][url] should represent a valid URL');
}

function isHttpUrl(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
}
