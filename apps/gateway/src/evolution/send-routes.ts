import { z } from 'zod';
import { notOffered } from './evolution-errors.ts';
import type { EvolutionRoute } from './evolution-route.ts';
import { RECIPIENT, readFields, Text } from './read-fields.ts';
import { type Content, fileOf, sendContent } from './send-content.ts';

const CREATED = 201;

interface SendRoute<Shape extends z.ZodObject> {
  schema: Shape;
  /** The caller's names of Parley's fields, for problems. */
  names?: Readonly<Record<string, string>>;
  takesFile?: true;
  content(fields: z.output<Shape>, asked: Parameters<EvolutionRoute['answer']>[0]): Content | Promise<Content>;
}

/** A route that sends one message. */
function sending<Shape extends z.ZodRawShape>({
  schema,
  names = {},
  takesFile,
  content,
}: SendRoute<z.ZodObject<Shape>>): EvolutionRoute {
  const whole = z.object(RECIPIENT);
  return {
    method: 'POST',
    action: 'send',
    status: CREATED,
    names: { to: 'number', mentions: 'mentioned', ...names },
    ...(takesFile ? { takesFile } : {}),
    async answer(asked, { instance, body }) {
      const recipient = readFields(whole, body);
      return sendContent(asked, instance, recipient, await content(readFields(schema, body), asked));
    },
  };
}

const MEDIA_TYPES = ['image', 'video', 'document', 'audio'] as const;
const EXTENSIONS: Readonly<Record<(typeof MEDIA_TYPES)[number], string>> = {
  image: 'image.jpg',
  video: 'video.mp4',
  document: 'document',
  audio: 'audio.mp3',
};

const Card = z.object({
  fullName: Text,
  wuid: Text.optional(),
  phoneNumber: Text.optional(),
  organization: z.string().optional(),
  email: z.string().optional(),
});

const blank = (text: string | undefined): text is undefined => text === undefined || text.trim() === '';
const given = <Name extends string>(name: Name, text: string | undefined) =>
  (blank(text) ? {} : { [name]: text }) as Partial<Record<Name, string>>; // safe: the only member that it can have

const contactOf = ({ fullName, wuid, phoneNumber, organization, email }: z.output<typeof Card>) => {
  const phone = [phoneNumber, wuid].find((number) => !blank(number))?.replaceAll(/\D/g, '');
  return {
    name: fullName,
    ...(phone ? { phones: [`+${phone}`] } : {}),
    ...(blank(email) ? {} : { emails: [email] }),
    ...given('organization', organization),
  };
};

const Button = z.object({
  type: z.enum(['reply', 'copy', 'url', 'call', 'pix']).default('reply'),
  displayText: Text.optional(),
  id: Text.optional(),
  url: z.string().optional(),
});

function buttonOf({ type, displayText = '', id, url }: z.output<typeof Button>) {
  if (type === 'url' && url !== undefined) return { title: displayText, url };
  if (type === 'reply') return { title: displayText, id: id ?? displayText };
  throw notOffered(`Buttons of the type ${type} are not offered: send reply and url buttons, or a text.`, 'send');
}

/** Lines of a message that has a title, a text and a footer. */
const linesOf = (...lines: (string | undefined)[]): string => lines.filter((line) => !blank(line)).join('\n\n');

const TITLED = { title: z.string().optional(), description: z.string().optional() };

/** The routes that send, by their path (docs/reference/evolution.md#sends). */
export const SEND_ROUTES: Readonly<Record<string, EvolutionRoute>> = {
  'message/sendText': sending({
    schema: z.object({ text: Text }),
    names: { message: 'text' },
    content: ({ text }) => ({ message: text }),
  }),
  'message/sendMedia': sending({
    schema: z.object({
      mediatype: z.enum(MEDIA_TYPES),
      media: z.string().min(1),
      caption: z.string().optional(),
      fileName: z.string().optional(),
    }),
    names: { media_url: 'media', data: 'media', message: 'caption', filename: 'fileName', name: 'fileName' },
    takesFile: true,
    content: async ({ mediatype, media, caption, fileName }, asked) => ({
      ...(await fileOf(asked, media, fileName ?? EXTENSIONS[mediatype])),
      media_type: mediatype,
      ...given('message', caption),
      ...(mediatype === 'document' ? given('filename', fileName) : {}),
    }),
  }),
  'message/sendWhatsAppAudio': sending({
    schema: z.object({ audio: z.string().min(1) }),
    names: { media_url: 'audio', data: 'audio' },
    takesFile: true,
    content: async ({ audio }, asked) => ({ ...(await fileOf(asked, audio, 'voice.ogg')), media_type: 'voice' }),
  }),
  'message/sendSticker': sending({
    schema: z.object({ sticker: z.string().min(1) }),
    names: { media_url: 'sticker', data: 'sticker' },
    takesFile: true,
    content: async ({ sticker }, asked) => ({
      ...(await fileOf(asked, sticker, 'sticker.webp')),
      media_type: 'sticker',
    }),
  }),
  'message/sendLocation': sending({
    schema: z.object({
      latitude: z.coerce.number(),
      longitude: z.coerce.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    }),
    content: ({ latitude, longitude, name, address }) => ({
      location: { latitude, longitude, ...given('name', name), ...given('address', address) },
    }),
  }),
  'message/sendContact': sending({
    schema: z.object({ contact: z.array(Card).min(1).max(10) }),
    names: { contacts: 'contact' },
    content: ({ contact }) => ({ contacts: contact.map(contactOf) }),
  }),
  'message/sendPoll': sending({
    schema: z.object({ name: Text, selectableCount: z.coerce.number().int().min(0), values: z.array(Text) }),
    content: ({ name, selectableCount, values }) => ({
      poll: { question: name, options: values, multiple: selectableCount !== 1 },
    }),
  }),
  'message/sendButtons': sending({
    schema: z.object({ ...TITLED, footer: z.string().optional(), buttons: z.array(Button).min(1) }),
    names: { message: 'description' },
    content: ({ title, description, footer, buttons }) => ({
      message: linesOf(title, description, footer),
      buttons: buttons.map(buttonOf),
      fallback: 'text',
    }),
  }),
  'message/sendList': sending({
    schema: z.object({
      ...TITLED,
      buttonText: z.string().optional(),
      footerText: z.string().optional(),
      sections: z.array(
        z.object({
          title: z.string().optional(),
          rows: z.array(z.object({ title: Text, description: z.string().optional(), rowId: Text.optional() })),
        }),
      ),
    }),
    names: { message: 'description', list: 'sections' },
    content: ({ title, description, footerText, buttonText, sections }) => ({
      message: linesOf(title, description, footerText),
      list: {
        button: buttonText ?? title ?? '',
        sections: sections.map((section) => ({
          ...given('title', section.title),
          rows: section.rows.map((row) => ({
            id: row.rowId ?? row.title,
            title: row.title,
            ...given('description', row.description),
          })),
        })),
      },
      fallback: 'text',
    }),
  }),
};
