import { z } from 'zod';
import { type ControlCall, personPath } from './control-call.ts';
import type { PhoneChat } from './phone-chat.ts';

const Text = z.string().min(1).max(4096);

/** What a person can do on the telephone. */
export const PhoneAct = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: Text }),
  /** `file` is the id of a file of `POST /sandbox/media`. */
  z.object({ type: z.literal('photo'), file: z.string().min(1), text: Text.optional() }),
  /** An empty emoji takes the reaction back. */
  z.object({ type: z.literal('reaction'), target: z.string().min(1).max(512), emoji: z.string().max(16) }),
  z.object({ type: z.literal('comment'), text: Text, parent_id: z.string().min(1).max(512).optional() }),
]);
/** A parsed act. */
export type PhoneAct = z.infer<typeof PhoneAct>;

/** A file that a message carries. */
export interface PhonePicture {
  mimeType: string;
  bytes: Buffer;
}

/** The control call that does an act; `picture` is the file of a photo. */
export function callOfAct(chat: PhoneChat, name: string, act: PhoneAct, picture: PhonePicture | null): ControlCall {
  const path = personPath(chat);
  const { channel, account, person } = chat;
  if (act.type === 'comment') {
    const { text, parent_id } = act;
    return {
      method: 'POST',
      path: `${path}/comments`,
      body: { account, text, parent_id, ...nameOf(chat, name), ...told(chat) },
    };
  }
  if (channel === 'wd')
    return { method: 'POST', path: `${path}/messages`, body: { to: account, ...onDevice(act, picture) } };
  if (act.type === 'reaction') {
    const { target, emoji } = act;
    const taken = channel === 'tt' ? { action: 'removed' } : { emoji: null };
    return {
      method: 'POST',
      path: `${path}/reactions`,
      body: { account, target, ...(emoji === '' ? taken : { emoji }) },
    };
  }
  const content = act.type === 'text' ? { type: 'text' } : { type: 'image', media: { id: act.file } };
  return {
    method: 'POST',
    path: `${path}/messages`,
    body: { account, text: act.text, ...content, ...nameOf(chat, name) },
  };

  function told({ channel }: PhoneChat) {
    // TikTok tells few apps of comments; on the telephone they are to be there at once.
    return channel === 'tt' ? { webhook: true } : {};
  }
  function nameOf({ channel }: PhoneChat, given: string) {
    if (given === '') return {};
    return channel === 'tt' ? { display_name: given, username: person } : { name: given };
  }
}

/** The same on a linked device's network. */
function onDevice(act: Exclude<PhoneAct, { type: 'comment' }>, picture: PhonePicture | null): Record<string, unknown> {
  if (act.type === 'reaction') return { type: 'reaction', message_id: act.target, emoji: act.emoji };
  if (act.type === 'text') return { type: 'text', text: act.text };
  return {
    type: 'image',
    base64: picture?.bytes.toString('base64'),
    mime_type: picture?.mimeType,
    caption: act.text,
  };
}
