import { z } from 'zod';
import { asWritten } from '../casing/camel.ts';
import { SCHEMA_NAMES } from '../contract/schema-names.ts';

/**
 * Limits of the further members of a received message, in UTF-16 units or entries; `tidyItem` of services/inbound
 * enforces them.
 */
export const RECEIVED_LIMITS = {
  id: 255,
  name: 255,
  url: 2048,
  headline: 1024,
  body: 4096,
  /** A click id of an ad is a token of a few hundred characters. */
  clickId: 2048,
  /** The platforms' own limit of a `ref` parameter is 2083 characters. */
  ref: 2083,
  currency: 16,
  mentions: 100,
  orderItems: 100,
  pollOptions: 32,
  pollOption: 255,
  pricing: 64,
} as const;

const Id = z.string().min(1).max(RECEIVED_LIMITS.id);
const WebUrl = z.url({ protocol: /^https?$/ }).max(RECEIVED_LIMITS.url);

export const REFERRAL_SOURCES = ['ad', 'post', 'link'] as const;

/**
 * The ad, post or link that a person came from (docs/reference/events.md#referral); unknown values are null. Stored
 * with messages.
 */
export const Referral = asWritten(
  z.object({
    source: z.enum(REFERRAL_SOURCES),
    source_id: Id.nullable().describe('Of the ad or post'),
    url: WebUrl.nullable().describe('Of the ad or post; http or https'),
    headline: z.string().max(RECEIVED_LIMITS.headline).nullable(),
    body: z.string().max(RECEIVED_LIMITS.body).nullable(),
    media_url: WebUrl.nullable().describe('Picture or video of the ad, at the platform'),
    ctwa_clid: z.string().max(RECEIVED_LIMITS.clickId).nullable().describe('wa: click id of the ad'),
    ref: z.string().max(RECEIVED_LIMITS.ref).nullable().describe('The parameter of the link or ad'),
  }),
).register(SCHEMA_NAMES, { id: 'Referral' });
export type Referral = z.infer<typeof Referral>;

/** The options that a person chose in a poll; the message's `reply_to` is the poll. Stored with messages. */
export const PollAnswer = asWritten(
  z.object({
    options: z
      .array(
        z.object({
          index: z.int().min(0).nullable().describe('Position in the poll, from 0'),
          title: z.string().max(RECEIVED_LIMITS.pollOption).nullable(),
        }),
      )
      .max(RECEIVED_LIMITS.pollOptions)
      .describe('Empty: the person withdrew the vote'),
  }),
).register(SCHEMA_NAMES, { id: 'PollAnswer' });
export type PollAnswer = z.infer<typeof PollAnswer>;

/** A product that a message is about (wa, fb, ig). Stored with messages. */
export const Product = asWritten(z.object({ product_id: Id, catalog_id: Id.nullable() })).register(SCHEMA_NAMES, {
  id: 'Product',
});
export type Product = z.infer<typeof Product>;

/** An order from the account's catalogue (wa). Stored with messages. */
export const Order = asWritten(
  z.object({
    catalog_id: Id.nullable(),
    items: z
      .array(
        z.object({
          product_id: Id,
          quantity: z.number().min(0).nullable(),
          price: z.number().min(0).nullable().describe('The price of one piece'),
          currency: z.string().max(RECEIVED_LIMITS.currency).nullable(),
        }),
      )
      .min(1)
      .max(RECEIVED_LIMITS.orderItems),
  }),
).register(SCHEMA_NAMES, { id: 'Order' });
export type Order = z.infer<typeof Order>;

/** The content of a received message besides text, files and a choice (docs/reference/events.md#messagereceived). */
export const RECEIVED_FIELDS = {
  referral: Referral.optional().describe('The ad, post or link that the person came from'),
  poll_answer: PollAnswer.optional(),
  forwarded: z.literal(true).optional(),
  view_once: z.literal(true).optional().describe('The file may be seen once, and is not stored'),
  mentions: z.array(Id).min(1).max(RECEIVED_LIMITS.mentions).optional().describe('Addresses of the mentioned people'),
  order: Order.optional(),
  product: Product.optional(),
};

/** {@link RECEIVED_FIELDS} of one message, as they are stored and as `message.received` shows them. */
export const ReceivedContent = asWritten(z.object(RECEIVED_FIELDS));
export type ReceivedContent = z.infer<typeof ReceivedContent>;

/** Meta's charge for a message (wa). Stored with messages. */
export const Pricing = asWritten(
  z.object({
    category: z.string().max(RECEIVED_LIMITS.pricing).nullable(),
    billable: z.boolean().nullable(),
    model: z.string().max(RECEIVED_LIMITS.pricing).nullable(),
    type: z
      .string()
      .max(RECEIVED_LIMITS.pricing)
      .nullable()
      .optional()
      .describe('Such as regular or free_customer_service; null if Meta does not report it'),
  }),
).register(SCHEMA_NAMES, { id: 'Pricing' });
export type Pricing = z.infer<typeof Pricing>;
