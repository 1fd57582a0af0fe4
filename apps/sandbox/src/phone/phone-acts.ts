import { z } from 'zod';
import { type ControlCall, type PhoneChannel, type PhoneChat, personPath } from './phone-chat.ts';

const Text = z.string().min(1).max(4096);
const Target = z.string().min(1).max(512);

/** The acts of a person on the test phone. */
export const PhoneAct = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: Text }),
  /** `file` is the id of a file of `POST /sandbox/media`. */
  z.object({ type: z.literal('photo'), file: z.string().min(1), text: Text.optional() }),
  /** An empty emoji removes the reaction. */
  z.object({ type: z.literal('reaction'), target: Target, emoji: z.string().max(16) }),
  z.object({ type: z.literal('edit'), target: Target, text: Text }),
  /** The person revokes a message. */
  z.object({ type: z.literal('revoke'), target: Target }),
  z.object({ type: z.literal('comment'), text: Text, parent_id: Target.optional() }),
]);
/** A parsed act. */
export type PhoneAct = z.infer<typeof PhoneAct>;

const ALWAYS = ['text', 'photo', 'reaction'] as const;

/** The acts that each channel supports. */
export const ACTS_OF: Record<PhoneChannel, readonly PhoneAct['type'][]> = {
  wa: [...ALWAYS, 'edit', 'revoke'],
  wd: [...ALWAYS, 'edit', 'revoke'],
  tg: [...ALWAYS, 'edit'],
  fb: [...ALWAYS, 'edit', 'revoke', 'comment'],
  ig: [...ALWAYS, 'edit', 'revoke', 'comment'],
  tt: [...ALWAYS, 'comment'],
};

/** A file that a message carries. */
export interface PhonePicture {
  mimeType: string;
  bytes: Buffer;
}

/** The control call for an act; `file` is that of a photo, `emoji` the person's current one on the message. */
export function callOfAct(
  chat: PhoneChat,
  name: string,
  act: PhoneAct,
  { file, emoji: standing }: { file: PhonePicture | null; emoji: string | null },
): ControlCall {
  const { channel, account } = chat;
  const call = (below: string, body: Record<string, unknown>): ControlCall => ({
    method: 'POST',
    path: `${personPath(chat)}/${below}`,
    body,
  });
  const writer = { account, ...nameOf(chat, name) };
  if (act.type === 'comment') {
    const { text, parent_id } = act;
    // TikTok reports comments to few apps; on the test phone they are reported at once.
    return call('comments', { ...writer, text, parent_id, ...(channel === 'tt' ? { webhook: true } : {}) });
  }
  if (channel === 'wd') return call('messages', { to: account, ...onDevice(act, file) });
  switch (act.type) {
    case 'reaction': {
      const { target, emoji } = act;
      const given = channel === 'tt' ? operationsOn(standing, emoji) : { emoji: emoji === '' ? null : emoji };
      return call('reactions', { account, target, ...given });
    }
    case 'edit':
      return call('messages', { account, type: 'edited', target: targetIn(chat, act.target), text: act.text });
    case 'revoke':
      return call('messages', { account, type: 'revoked', target: targetIn(chat, act.target) });
    case 'photo':
      return call('messages', { ...writer, type: 'image', media: { id: act.file }, text: act.text });
    case 'text':
      return call('messages', { ...writer, type: 'text', text: act.text });
  }
}

/** TikTok names each emoji that is added or removed, so a change is both. */
function operationsOn(standing: string | null, emoji: string): Record<string, string> {
  if (emoji === '') return { action: 'removed', ...(standing === null ? {} : { emoji: standing }) };
  return { emoji, ...(standing === null || standing === emoji ? {} : { replaces: standing }) };
}

function nameOf({ channel, person }: PhoneChat, name: string): Record<string, string> {
  if (name === '') return {};
  return channel === 'tt' ? { display_name: name, username: person } : { name };
}

/** A Telegram message is identified by `chat:message` outside, and by its number inside its chat. */
const targetIn = ({ channel }: PhoneChat, target: string): string =>
  channel === 'tg' ? target.slice(target.indexOf(':') + 1) : target;

/** The same for a linked device's network. */
function onDevice(act: Exclude<PhoneAct, { type: 'comment' }>, picture: PhonePicture | null): Record<string, unknown> {
  switch (act.type) {
    case 'reaction':
      return { type: 'reaction', message_id: act.target, emoji: act.emoji };
    case 'edit':
      return { type: 'edit', message_id: act.target, text: act.text };
    case 'revoke':
      return { type: 'revoke', message_id: act.target };
    case 'photo':
      return {
        type: 'image',
        base64: picture?.bytes.toString('base64'),
        mime_type: picture?.mimeType,
        caption: act.text,
      };
    case 'text':
      return { type: 'text', text: act.text };
  }
}
