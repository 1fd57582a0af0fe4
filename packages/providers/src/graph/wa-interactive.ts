import type { ContactCard, RichContent } from '@parley/common/messages/message-content';
import type { OutboundMedia } from '../sent/outbound-message.ts';

/** Kinds of files that a message with buttons may have above its text. */
const HEADERS: ReadonlySet<string> = new Set(['image', 'video', 'document']);

function headerOf(media: OutboundMedia | null): { header?: Record<string, unknown> } {
  if (!media || !HEADERS.has(media.type)) return {};
  const filename = media.type === 'document' && media.filename ? { filename: media.filename } : {};
  return { header: { type: media.type, [media.type]: { link: media.url, ...filename } } };
}

/** The `interactive` of a message with buttons or a list (docs/reference/wa.md#sending). */
export function waInteractive(
  text: string,
  media: OutboundMedia | null,
  { buttons = [], list }: RichContent,
): Record<string, unknown> {
  const body = { text };
  if (list) return { type: 'list', body, action: { button: list.button, sections: list.sections } };
  const [first] = buttons;
  if (first?.url !== undefined) {
    const parameters = { display_text: first.title, url: first.url };
    return { type: 'cta_url', ...headerOf(media), body, action: { name: 'cta_url', parameters } };
  }
  const replies = buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } }));
  return { type: 'button', ...headerOf(media), body, action: { buttons: replies } };
}

/** A contact card; the platform requires part of the name in addition to the full name. */
export const waContact = ({ name, phones = [], emails = [], organization }: ContactCard): Record<string, unknown> => ({
  name: { formatted_name: name, first_name: name },
  ...(phones.length > 0 ? { phones: phones.map((phone) => ({ phone })) } : {}),
  ...(emails.length > 0 ? { emails: emails.map((email) => ({ email })) } : {}),
  ...(organization === undefined ? {} : { org: { company: organization } }),
});
