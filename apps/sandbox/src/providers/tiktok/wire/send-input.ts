import { z } from 'zod';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import type { TiktokAccount, TiktokConversation, TiktokState } from '../state/tiktok-state.ts';
import { badParam, tiktokError } from './tiktok-answer.ts';
import { mediaIdOf } from './tiktok-media.ts';

const MAX_TEXT = 6000;
const MAX_TITLE = { QA_BUTTON_CARD: 20, QA_LINK_CARD: 40 };
/** Kinds of messages that a text can quote. */
const QUOTABLE: readonly string[] = ['text', 'image', 'share_post'];

const characters = (most: number) => z.string().refine((text) => text.trim() !== '' && [...text].length <= most);

const Button = z.object({ type: z.literal('REPLY'), title: characters(40), id: characters(40).optional() });
const Template = z
  .object({
    type: z.enum(['QA_BUTTON_CARD', 'QA_LINK_CARD']),
    title: characters(40),
    buttons: z.array(Button).min(1).max(3),
  })
  .refine(({ type, buttons }) => buttons.every(({ title }) => [...title].length <= MAX_TITLE[type]), {
    path: ['buttons'],
  });

/** Body of `/business/message/send/`, into a conversation or as a direct reply to a comment. */
export const SendInput = z
  .object({
    business_id: z.string(),
    recipient_type: z.literal('CONVERSATION').optional(),
    recipient: z.string().min(1).optional(),
    direct_reply: z
      .object({ reply_type: z.literal('COMMENT_REPLY'), comment_reply: z.object({ comment_id: z.string().min(1) }) })
      .optional(),
    message_type: z.enum(['TEXT', 'IMAGE', 'SHARE_POST', 'TEMPLATE', 'SENDER_ACTION']),
    text: z.object({ body: characters(MAX_TEXT) }).optional(),
    image: z.object({ media_id: z.string().min(1) }).optional(),
    share_post: z.object({ item_id: z.string().min(1) }).optional(),
    template: Template.optional(),
    sender_action: z.enum(['TYPING', 'MARK_READ']).optional(),
    referenced_message_info: z.object({ referenced_message_id: z.string().min(1) }).optional(),
  })
  .superRefine((input, context) => {
    const refuse = (name: string) => context.addIssue({ code: 'custom', path: [name] });
    const isDirect = input.direct_reply !== undefined;
    for (const name of ['recipient_type', 'recipient'] as const)
      if ((input[name] !== undefined) === isDirect) refuse(name);
    // Each content goes with its own type: a message never has both a text and an image.
    for (const [type, name] of Object.entries(CONTENTS))
      if ((input[name] !== undefined) !== (input.message_type === type)) refuse(name);
    if (input.referenced_message_info && input.message_type !== 'TEXT') refuse('referenced_message_info');
  });
/** A parsed send. */
export type SendInput = z.infer<typeof SendInput>;

/** The member with the content of each type. */
const CONTENTS = {
  TEXT: 'text',
  IMAGE: 'image',
  SHARE_POST: 'share_post',
  TEMPLATE: 'template',
  SENDER_ACTION: 'sender_action',
} as const;

/** TikTok's error for content that names something unknown or not allowed here; null if it is valid. */
export function refuseContent(
  { sandbox, state }: { sandbox: SandboxState; state: TiktokState },
  account: TiktokAccount,
  conversation: TiktokConversation,
  { image, share_post: post, referenced_message_info: quote }: SendInput,
): ProviderAnswer | null {
  if (image && !state.settings.images) return tiktokError(40064);
  if (image && !sandbox.media.get(mediaIdOf(image.media_id))) return tiktokError(40007);
  if (post && !account.videos.some(({ id }) => id === post.item_id)) return badParam('share_post.item_id');
  if (!quote) return null;
  const quoted = state.messages.get(quote.referenced_message_id);
  const canBeQuoted = quoted?.conversationId === conversation.id && QUOTABLE.includes(quoted.type);
  return canBeQuoted ? null : badParam('referenced_message_info.referenced_message_id');
}

/** The part of the webhook with the content of the message. */
export function contentOf(input: SendInput): { type: string } & Record<string, unknown> {
  const quoted = input.referenced_message_info ? { referenced_message_info: input.referenced_message_info } : {};
  switch (input.message_type) {
    case 'TEXT':
      return { type: 'text', text: { body: input.text?.body ?? '' }, ...quoted };
    case 'IMAGE':
      return { type: 'image', image: input.image };
    case 'SHARE_POST':
      return { type: 'share_post', share_post: { video_id: input.share_post?.item_id } };
    default:
      return { type: 'template', template: cardOf(input) };
  }
}

/** A card in webhooks, where it has another form than in a send. */
function cardOf({ template }: SendInput): Record<string, unknown> {
  const buttons = (template?.buttons ?? []).map(({ title, id = '' }) => ({ text: title, type: 'REPLY', id }));
  return { type: template?.type.toLowerCase(), elements: [{ title: template?.title, buttons }] };
}
