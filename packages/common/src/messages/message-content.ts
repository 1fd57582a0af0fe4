import { z } from 'zod';
import { asWritten } from '../casing/camel.ts';
import { SCHEMA_NAMES } from '../contract/schema-names.ts';
import { areDistinct, isHttps, line, PhoneNumber } from '../fields.ts';
import type { RichName } from './rich-names.ts';

/** The id of a button or list row: it comes back as `interactive.id`. */
const ReplyId = line(256);

/** A reply button (`id`) or a button that opens an address (`url`). */
export const Button = asWritten(
  z
    .object({
      id: ReplyId.optional().describe('Comes back in interactive.id when the person presses the button'),
      title: line(20),
      url: line(2048)
        .refine(isHttps, 'must be an absolute https address')
        .optional()
        .describe('The address that the button opens'),
    })
    .refine(({ id, url }) => (id === undefined) !== (url === undefined), 'takes exactly one of id and url'),
).register(SCHEMA_NAMES, { id: 'Button' });
export type Button = z.infer<typeof Button>;

const Buttons = z
  .array(Button)
  .min(1)
  .max(10)
  .refine((buttons) => areDistinct(buttons.flatMap(({ id }) => id ?? [])), 'must have different ids')
  .refine((buttons) => areDistinct(buttons.map(({ title }) => title)), 'must have different titles');

const ROWS_MAX = 10;
const Row = z.object({ id: ReplyId, title: line(24), description: line(72).optional() });
const Section = z.object({ title: line(24).optional(), rows: z.array(Row).min(1).max(ROWS_MAX) });

/** A button that opens rows to choose from. */
export const ListContent = asWritten(
  z.object({
    button: line(20).describe('Title of the button that opens the list'),
    sections: z
      .array(Section)
      .min(1)
      .max(ROWS_MAX)
      .refine((all) => all.flatMap(({ rows }) => rows).length <= ROWS_MAX, `must have at most ${ROWS_MAX} rows in all`)
      .refine(
        (all) => areDistinct(all.flatMap(({ rows }) => rows.map(({ id }) => id))),
        'must have rows of different ids',
      )
      .refine((all) => all.length === 1 || all.every(({ title }) => title !== undefined), 'must each have a title'),
  }),
).register(SCHEMA_NAMES, { id: 'List' });
export type ListContent = z.infer<typeof ListContent>;

export const LocationContent = asWritten(
  z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: line(256).optional(),
    address: line(512).optional(),
  }),
).register(SCHEMA_NAMES, { id: 'Location' });
export type LocationContent = z.infer<typeof LocationContent>;

export const ContactCard = asWritten(
  z
    .object({
      name: line(128),
      phones: z.array(PhoneNumber).max(10).optional(),
      emails: z.array(z.email().max(254)).max(10).optional(),
      organization: line(128).optional(),
    })
    .refine(({ phones = [], emails = [] }) => phones.length + emails.length > 0, 'needs a phone or an e-mail address'),
).register(SCHEMA_NAMES, { id: 'Contact' });
export type ContactCard = z.infer<typeof ContactCard>;

export const PollContent = asWritten(
  z.object({
    question: line(255),
    options: z.array(line(100)).min(2).max(12).refine(areDistinct, 'must be different'),
    multiple: z.boolean().default(false).describe('Whether a person may choose several options'),
  }),
).register(SCHEMA_NAMES, { id: 'Poll' });
export type PollContent = z.infer<typeof PollContent>;

/** One of the account's own posts, which the platform shows with its image. */
export const PostContent = z
  .object({
    id: line(64).describe('The platform’s id of a post of the sending account, as comments name it in post_id'),
  })
  .register(SCHEMA_NAMES, { id: 'Post' });
export type PostContent = z.infer<typeof PostContent>;

/** The content of a message besides its text and files (docs/reference/sends.md#content). */
export const RICH_FIELDS = {
  buttons: Buttons.optional().describe('Reply or link buttons under the message'),
  list: ListContent.optional().describe('Rows to choose from, below message'),
  location: LocationContent.optional(),
  contacts: z.array(ContactCard).min(1).max(10).optional(),
  poll: PollContent.optional(),
  post: PostContent.optional().describe('A post of the sending account, alone'),
} satisfies Record<RichName, z.ZodType>;

/** {@link RICH_FIELDS} of one message, as it is stored and as `message.sent` shows it. */
export const RichContent = asWritten(z.object(RICH_FIELDS));
export type RichContent = z.infer<typeof RichContent>;
export type RichField = keyof RichContent;
