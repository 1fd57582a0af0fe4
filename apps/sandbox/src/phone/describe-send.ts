import { type Fields, fieldsOf, listOf, textIn } from '../http/read-fields.ts';
import type { MessageTemplate } from '../providers/graph/state/business-account.ts';
import { readPageSend } from '../providers/graph/wire/pages/read-page-send.ts';
import { attachmentList } from '../providers/graph/wire/pages/refuse-content.ts';
import { TemplateMessage } from '../providers/graph/wire/whatsapp/send-schema.ts';
import { readFileId } from '../providers/telegram/wire/file-ids.ts';
import { SendInput } from '../providers/tiktok/wire/send-input.ts';
import { mediaIdOf } from '../providers/tiktok/wire/tiktok-media.ts';
import type { AcceptedSend } from '../state/accepted-send.ts';

/** The location of a send's file: at an address, or stored by the sandbox. */
export type FileSource = { link: string } | { media: string };

/** The visible content of a message that was sent to a person. */
export interface SeenMessage {
  kind: string;
  text: string | null;
  file: FileSource | null;
  /** Titles of its buttons. */
  buttons: string[];
}

const MEDIA_KINDS = ['image', 'video', 'audio', 'document', 'sticker'];

/** Returns the visible content of an accepted send; null if it is not a message (a comment, a reaction). */
export function describeSend(send: AcceptedSend, templates: readonly MessageTemplate[]): SeenMessage | null {
  const body = fieldsOf(send.body);
  if (send.channel === 'wa') return ofWhatsapp(send, body, templates);
  if (send.channel === 'tg') return ofTelegram(send, body);
  if (send.channel === 'tt') return send.method === 'message' ? ofTiktok(send, body) : null;
  return send.method === 'messages' ? ofPage(send, body) : null;
}

const seen = (kind: string, text: string | null, more: Partial<SeenMessage> = {}): SeenMessage => ({
  kind,
  text,
  file: null,
  buttons: [],
  ...more,
});

function ofWhatsapp(send: AcceptedSend, body: Fields, templates: readonly MessageTemplate[]): SeenMessage | null {
  const kind = textIn(body, 'type')?.toLowerCase() ?? 'text';
  const content = fieldsOf(body[kind]);
  if (MEDIA_KINDS.includes(kind)) return seen(kind, send.text, { file: fileOf(content.link, content.id) });
  if (kind === 'template') return ofTemplate(body.template, templates);
  if (kind === 'interactive') {
    const action = fieldsOf(content.action);
    const replies = listOf(action.buttons).map((button) => textIn(fieldsOf(button.reply), 'title') ?? '');
    const opening = textIn(action, 'button') ?? textIn(fieldsOf(action.parameters), 'display_text');
    return seen(kind, textIn(fieldsOf(content.body), 'text'), { buttons: opening === null ? replies : [opening] });
  }
  if (kind === 'contacts') return seen('contact', namesOf(listOf(body.contacts)));
  if (kind === 'location') return seen(kind, placeOf(content));
  // Shown below its message (list-acts.ts).
  return kind === 'reaction' ? null : seen(kind, send.text);
}

function ofTemplate(given: unknown, templates: readonly MessageTemplate[]): SeenMessage {
  const parsed = TemplateMessage.safeParse(given);
  if (!parsed.success) return seen('template', null);
  const { name, language, components } = parsed.data;
  const known = templates.find((template) => template.name === name && template.language === language.code);
  const texts = (known?.components ?? []).flatMap(({ type, text }) => {
    const values = components.find((component) => component.type.toUpperCase() === type)?.parameters ?? [];
    return text === undefined ? [] : [fillTemplate(text, values)];
  });
  const buttons = known?.components.flatMap((component) => component.buttons?.map(({ text }) => text ?? '') ?? []);
  return seen('template', texts.length === 0 ? name : texts.join('\n'), { buttons: buttons ?? [] });
}

/** Replaces `{{1}}` or `{{name}}` with the values. */
function fillTemplate(
  text: string,
  values: { text?: string | undefined; parameter_name?: string | undefined }[],
): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values.find((given) => given.parameter_name === name) ?? values[Number(name) - 1];
    return value?.text ?? whole;
  });
}

function ofTelegram(send: AcceptedSend, body: Fields): SeenMessage {
  const kind = send.method.replace(/^send/, '');
  const shown = { message: 'text', photo: 'image' }[kind] ?? kind;
  const markup = fieldsOf(body.reply_markup);
  const rows = [markup.inline_keyboard, markup.keyboard].flatMap((rows) => (Array.isArray(rows) ? rows : []));
  const buttons = rows.flatMap((row) => listOf(row).map((button) => textIn(button, 'text') ?? ''));
  const given = body[kind];
  const known = typeof given === 'string' ? readFileId(given)?.mediaId : undefined;
  const file = kind === 'message' ? null : fileOf(given, known);
  if (kind === 'poll') {
    const options = listOf(body.options).map((option) => textIn(option, 'text') ?? '');
    return seen(shown, textIn(body, 'question'), { buttons: options });
  }
  if (kind === 'venue') return seen('location', `${textIn(body, 'title')}, ${placeOf(body)}`, { buttons });
  if (kind === 'contact') return seen(kind, `${textIn(body, 'first_name')}, ${textIn(body, 'phone_number')}`);
  return seen(shown, kind === 'location' ? placeOf(body) : send.text, { buttons, file });
}

function ofPage(send: AcceptedSend, body: Fields): SeenMessage {
  const read = readPageSend(body);
  const message = 'refusal' in read ? undefined : read.message;
  const [attachment] = message ? attachmentList(message) : [];
  const buttons = (message?.quick_replies ?? []).map((reply) => textIn(reply, 'title') ?? '');
  if (!attachment) return seen('text', send.text, { buttons });
  const { payload, type } = attachment;
  if (type !== 'template') return seen(type, send.text, { file: fileOf(payload?.url, undefined), buttons });
  const titles = listOf(payload?.buttons).map((button) => textIn(button, 'title') ?? '');
  return seen(type, textIn(fieldsOf(payload), 'text'), { buttons: titles });
}

function ofTiktok(send: AcceptedSend, body: Fields): SeenMessage {
  const read = SendInput.safeParse(body);
  if (!read.success) return seen('text', send.text);
  const { message_type: type, image, template } = read.data;
  if (type === 'IMAGE') return seen('image', null, { file: { media: mediaIdOf(image?.media_id ?? '') } });
  if (template) return seen('template', template.title, { buttons: template.buttons.map(({ title }) => title) });
  return seen(type === 'TEXT' ? 'text' : 'post', send.text);
}

const namesOf = (contacts: readonly Fields[]): string =>
  contacts.map(({ name }) => textIn(fieldsOf(name), 'formatted_name') ?? '').join(', ');

const placeOf = ({ latitude, longitude }: Fields): string => `${Number(latitude)}, ${Number(longitude)}`;

function fileOf(link: unknown, media: unknown): FileSource | null {
  if (typeof link === 'string' && /^https?:/i.test(link)) return { link };
  return typeof media === 'string' ? { media } : null;
}
