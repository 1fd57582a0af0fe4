import { z } from 'zod';

const HttpUrl = z.url({ protocol: /^https?$/ });

/** A file by id or address. The Cloud API refuses the members of other kinds of file. */
const file = <S extends z.ZodRawShape>(more: S) =>
  z.strictObject({ id: z.string().min(1).optional(), link: z.string().min(1).optional(), ...more });
const Caption = z.string().max(1024).optional();

/** The content of each kind of file. */
export const FILES = {
  image: file({ caption: Caption }),
  video: file({ caption: Caption }),
  audio: file({ voice: z.boolean().optional() }),
  document: file({ caption: Caption, filename: z.string().max(240).optional() }),
  sticker: file({}),
} as const;

export const Text = z.strictObject({ body: z.string().min(1).max(4096), preview_url: z.boolean().optional() });
export const Reaction = z.strictObject({ message_id: z.string().min(1), emoji: z.string() });
const Location = z.strictObject({
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
  name: z.string().optional(),
  address: z.string().optional(),
});

const ContactName = z
  .strictObject({
    formatted_name: z.string().min(1),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    middle_name: z.string().optional(),
    suffix: z.string().optional(),
    prefix: z.string().optional(),
  })
  .refine((name) => Object.keys(name).length > 1, { path: ['first_name'] });
const Contact = z.strictObject({
  name: ContactName,
  phones: z
    .array(z.strictObject({ phone: z.string(), type: z.string().optional(), wa_id: z.string().optional() }))
    .optional(),
  emails: z.array(z.strictObject({ email: z.string(), type: z.string().optional() })).optional(),
  addresses: z.array(z.record(z.string(), z.unknown())).optional(),
  org: z
    .strictObject({ company: z.string().optional(), department: z.string().optional(), title: z.string().optional() })
    .optional(),
  urls: z.array(z.strictObject({ url: z.string(), type: z.string().optional() })).optional(),
  birthday: z.string().optional(),
});
const Contacts = z.array(Contact).min(1);

const Footer = z.strictObject({ text: z.string().min(1).max(60) });
const textHeader = z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(60) });
const Header = z.discriminatedUnion('type', [
  textHeader,
  z.strictObject({ type: z.literal('image'), image: file({}) }),
  z.strictObject({ type: z.literal('video'), video: file({}) }),
  z.strictObject({ type: z.literal('document'), document: file({ filename: z.string().optional() }) }),
]);
const body = (max: number) => z.strictObject({ text: z.string().min(1).max(max) });
const areDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

const Reply = z.strictObject({
  type: z.literal('reply'),
  reply: z.strictObject({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) }),
});
const Row = z.strictObject({
  id: z.string().min(1).max(200),
  title: z.string().min(1).max(24),
  description: z.string().max(72).optional(),
});
const Section = z.strictObject({ title: z.string().max(24).optional(), rows: z.array(Row).min(1).max(10) });
const Sections = z
  .array(Section)
  .min(1)
  .max(10)
  .refine((all) => all.length === 1 || all.every(({ title }) => title !== undefined))
  .refine((all) => all.flatMap(({ rows }) => rows).length <= 10)
  .refine((all) => areDistinct(all.flatMap(({ rows }) => rows.map(({ id }) => id))));

/** The kinds of interactive message that the sandbox shows; Meta has more. */
const Interactive = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('button'),
    header: Header.optional(),
    body: body(1024),
    footer: Footer.optional(),
    action: z.strictObject({
      buttons: z
        .array(Reply)
        .min(1)
        .max(3)
        .refine((all) => areDistinct(all.map(({ reply }) => reply.id)))
        .refine((all) => areDistinct(all.map(({ reply }) => reply.title))),
    }),
  }),
  z.strictObject({
    type: z.literal('list'),
    header: textHeader.optional(),
    body: body(4096),
    footer: Footer.optional(),
    action: z.strictObject({ button: z.string().min(1).max(20), sections: Sections }),
  }),
  z.strictObject({
    type: z.literal('cta_url'),
    header: Header.optional(),
    body: body(1024),
    footer: Footer.optional(),
    action: z.strictObject({
      name: z.literal('cta_url'),
      parameters: z.strictObject({ display_text: z.string().min(1).max(20), url: HttpUrl }),
    }),
  }),
  z.strictObject({
    type: z.literal('location_request_message'),
    body: body(1024),
    action: z.strictObject({ name: z.literal('send_location') }),
  }),
]);

/** The content of messages that are neither text nor file nor template. */
export const OTHER = { location: Location, contacts: Contacts, reaction: Reaction, interactive: Interactive } as const;

const templateParameter = z
  .object({ type: z.string(), text: z.string().optional(), parameter_name: z.string().optional() })
  .loose();

/** A template message as the Cloud API accepts it. */
export const TemplateMessage = z.strictObject({
  name: z.string().min(1),
  language: z.strictObject({ code: z.string().min(1), policy: z.literal('deterministic').optional() }),
  components: z
    .array(
      z.strictObject({
        type: z.string(),
        sub_type: z.string().optional(),
        index: z.union([z.string(), z.number()]).optional(),
        parameters: z.array(templateParameter).default([]),
        /** Cards of a carousel. */
        cards: z.array(z.unknown()).optional(),
      }),
    )
    .default([]),
});
/** A parsed template message. */
export type TemplateMessage = z.infer<typeof TemplateMessage>;

/** The members that every message has; those of its kind are read by its type. */
export const Envelope = z
  .object({
    messaging_product: z.literal('whatsapp'),
    to: z.string().optional(),
    recipient: z.string().optional(),
    recipient_type: z.enum(['individual', 'group']).default('individual'),
    type: z.string().default('text'),
    context: z.strictObject({ message_id: z.string().min(1) }).optional(),
    biz_opaque_callback_data: z.string().max(512).optional(),
  })
  .loose();
