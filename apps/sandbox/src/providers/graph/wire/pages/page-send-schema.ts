import { z } from 'zod';

const Title = z.string().min(1).max(20);
const Payload = z.string().min(1).max(1000);

/** One button of a template. */
const Button = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('web_url'),
    title: Title,
    url: z.url({ protocol: /^https?$/ }),
    webview_height_ratio: z.enum(['compact', 'tall', 'full']).optional(),
    messenger_extensions: z.boolean().optional(),
    fallback_url: z.url().optional(),
    webview_share_button: z.literal('hide').optional(),
  }),
  z.strictObject({ type: z.literal('postback'), title: Title, payload: Payload }),
  z.strictObject({ type: z.literal('phone_number'), title: Title, payload: z.string().regex(/^\+\d{5,15}$/) }),
]);
const Buttons = z.array(Button).min(1).max(3);

/** The payloads of templates. Of the other kinds of template, the sandbox knows nothing. */
export const TemplatePayload = z.discriminatedUnion('template_type', [
  z.strictObject({
    template_type: z.literal('button'),
    text: z.string().min(1).max(640),
    buttons: Buttons,
    sharable: z.boolean().optional(),
  }),
  z.strictObject({
    template_type: z.literal('generic'),
    elements: z
      .array(
        z.strictObject({
          title: z.string().min(1).max(80),
          subtitle: z.string().max(80).optional(),
          image_url: z.url({ protocol: /^https?$/ }).optional(),
          default_action: z.looseObject({ type: z.literal('web_url'), url: z.url() }).optional(),
          buttons: Buttons.optional(),
        }),
      )
      .min(1)
      .max(10),
    sharable: z.boolean().optional(),
    image_aspect_ratio: z.enum(['horizontal', 'square']).optional(),
  }),
]);

/** The payload of a file. */
export const FilePayload = z.strictObject({
  url: z.string().optional(),
  is_reusable: z.boolean().optional(),
  attachment_id: z.string().optional(),
});
/** The payload of a post of the account (ig). */
export const SharedPayload = z.strictObject({ id: z.string().min(1) });

/** `payload` is read by the type ({@link FilePayload}, {@link TemplatePayload}). */
const Attachment = z.strictObject({ type: z.string(), payload: z.record(z.string(), z.unknown()).optional() });
export type PageAttachment = z.infer<typeof Attachment>;

const QuickReply = z.discriminatedUnion('content_type', [
  z.strictObject({
    content_type: z.literal('text'),
    title: Title,
    payload: Payload,
    image_url: z.url().optional(),
  }),
  z.strictObject({ content_type: z.literal('user_phone_number'), payload: Payload.optional() }),
  z.strictObject({ content_type: z.literal('user_email'), payload: Payload.optional() }),
]);

/** Meta refuses every other member, also `reply_to`, which stands beside the message. */
const Message = z.strictObject({
  text: z.string().optional(),
  attachment: Attachment.optional(),
  attachments: z.array(Attachment).min(1).max(10).optional(),
  metadata: z.string().max(1000).optional(),
  quick_replies: z.array(QuickReply).min(1).max(13).optional(),
});

/**
 * The body of POST /{page-id}/messages. Graph ignores a parameter that it does not know, but refuses an unknown member
 * of one that it knows.
 */
export const PageSend = z.object({
  recipient: z.strictObject({ id: z.string().min(1).optional(), comment_id: z.string().min(1).optional() }),
  message: Message.optional(),
  messaging_type: z.enum(['RESPONSE', 'UPDATE', 'MESSAGE_TAG']).optional(),
  /** The other tags ended on 27 April 2026. */
  tag: z.literal('HUMAN_AGENT').optional(),
  reply_to: z.strictObject({ mid: z.string().min(1) }).optional(),
  sender_action: z.enum(['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact']).optional(),
  payload: z.strictObject({ message_id: z.string().min(1), reaction: z.string().min(1).optional() }).optional(),
});
type PageSend = z.infer<typeof PageSend>;

/** The recipient of a send: a person, or the author of a comment. */
export type PageRecipient = { id: string } | { comment_id: string };
/** The validated body of POST /{page-id}/messages. */
export type PageSendBody = Omit<PageSend, 'recipient'> & { recipient: PageRecipient };
/** The content of a send. */
export type PageMessage = NonNullable<PageSend['message']>;
