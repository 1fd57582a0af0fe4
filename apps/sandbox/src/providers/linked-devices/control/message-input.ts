import { z } from 'zod';

/** A phone number in any common notation; converted to digits. */
export const PhoneNumber = z
  .string()
  .transform((text) => text.replace(/[\s+()-]/g, ''))
  .pipe(z.string().regex(/^\d{7,15}$/));

/** A number or the id of a group. */
export const Chat = z.union([z.string().regex(/^\d+@g\.us$/), PhoneNumber]);

const Media = z.object({
  base64: z.string().optional(),
  mime_type: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});
const MessageId = z.string().min(1);
/** The time in a stanza, in seconds, however impossible; the network's own time when absent. */
export const StanzaTime = z.union([z.number(), z.string()]).optional();

/** The content that a person writes. */
const Content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), reply_to: MessageId.optional() }),
  Media.extend({ type: z.enum(['image', 'video', 'audio', 'voice', 'document', 'sticker']) }),
  z.object({
    type: z.literal('location'),
    latitude: z.number(),
    longitude: z.number(),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  z.object({ type: z.literal('contact'), name: z.string(), phone: z.string() }),
  z.object({
    type: z.literal('reaction'),
    message_id: MessageId,
    emoji: z.string(),
    /** Whether the target is this person's own message. */
    own: z.boolean().default(false),
  }),
  z.object({ type: z.literal('edit'), message_id: MessageId, text: z.string() }),
  z.object({ type: z.literal('revoke'), message_id: MessageId }),
  z.object({ type: z.literal('poll'), name: z.string(), options: z.array(z.string()).min(1) }),
  z.object({ type: z.literal('unsupported') }),
  z.object({ type: z.literal('raw'), proto: z.record(z.string(), z.unknown()) }),
]);

/** A message in the control API: chat and content. */
export const MessageInput = z
  .object({
    to: Chat,
    id: MessageId.optional(),
    addressing: z.enum(['pn', 'lid']).optional(),
    t: StanzaTime,
    ephemeral: z.boolean().default(false),
    /** In groups: the author of the message that this one reacts to, answers or, by an admin, revokes. */
    author: PhoneNumber.optional(),
  })
  .and(Content);

/** The content of a message. */
export type MessageContent = z.infer<typeof Content> & { ephemeral: boolean };
