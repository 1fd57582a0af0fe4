import { checkNumber } from '@parley/common/contracts/messages/check-number';
import { deleteMessage } from '@parley/common/contracts/messages/delete-message';
import { editMessage } from '@parley/common/contracts/messages/edit-message';
import { markRead } from '@parley/common/contracts/messages/mark-read';
import { react } from '@parley/common/contracts/messages/react';
import { typing } from '@parley/common/contracts/messages/typing';
import { AppError } from '@parley/common/errors';
import { addressOf, jidOf } from '@parley/common/evolution/addresses';
import type { TypingState } from '@parley/common/messages/capabilities';
import { z } from 'zod';
import { actionOf, CHANNEL, callAction, findMessageId } from './call-action.ts';
import type { EvolutionRoute } from './evolution-route.ts';
import type { Instance } from './find-instance.ts';
import { MessageKey, readFields, Text } from './read-fields.ts';

const REACT = actionOf(react);
const EDIT = actionOf(editMessage);
const DELETE = actionOf(deleteMessage);
const MARK_READ = actionOf(markRead);
const TYPING = actionOf(typing);
const CHECK = actionOf(checkNumber);

const OK = 200;
const CREATED = 201;
const MS = 1000;
const MARKED_MAX = 50;

/** Parley's id of the message of a key. Errors: unknown_message. */
async function messageOf(instance: Instance, key: { id: string }): Promise<string> {
  const messageId = await findMessageId(instance, key.id);
  if (messageId === null) throw new AppError('unknown_message');
  return messageId;
}

/** The answer to an act: the key of the message that it is about, because Parley reports no id of the act. */
const actRecord = (
  { id: instanceId }: Instance,
  key: { id: string; remoteJid?: string | undefined },
  [messageType, fields]: [string, unknown],
) => ({
  key: { remoteJid: key.remoteJid === undefined ? null : jidOf(addressOf(key.remoteJid)), fromMe: true, id: key.id },
  status: 'PENDING',
  message: { [messageType]: fields },
  contextInfo: null,
  messageType,
  messageTimestamp: Math.floor(Date.now() / MS),
  instanceId,
  source: 'web',
});

const STATES = { composing: 'typing', recording: 'recording', paused: 'off' } as const satisfies Record<
  string,
  TypingState
>;
const Presence = z.enum(['composing', 'recording', 'paused']);

/** The routes of acts and look-ups, by their path (docs/reference/evolution.md#acts). */
export const ACT_ROUTES: Readonly<Record<string, EvolutionRoute>> = {
  'message/sendReaction': {
    method: 'POST',
    action: react.name,
    status: CREATED,
    names: { emoji: 'reaction' },
    async answer(asked, { instance, body }) {
      const { key, reaction = '' } = readFields(z.object({ key: MessageKey, reaction: z.string().optional() }), body);
      const message_id = await messageOf(instance, key);
      await callAction(asked, REACT, { channel: CHANNEL, message_id, emoji: reaction === '' ? null : reaction });
      return actRecord(instance, key, ['reactionMessage', { key, text: reaction }]);
    },
  },
  'chat/updateMessage': {
    method: 'POST',
    action: editMessage.name,
    status: OK,
    names: { message: 'text' },
    async answer(asked, { instance, body }) {
      const { key, text } = readFields(z.object({ key: MessageKey, text: Text }), body);
      const message_id = await messageOf(instance, key);
      await callAction(asked, EDIT, { channel: CHANNEL, message_id, message: text });
      return actRecord(instance, key, ['conversation', text]);
    },
  },
  'chat/deleteMessageForEveryone': {
    method: 'DELETE',
    action: deleteMessage.name,
    status: CREATED,
    hasBody: true,
    async answer(asked, { instance, body }) {
      const key = readFields(MessageKey, body);
      const message_id = await messageOf(instance, key);
      await callAction(asked, DELETE, { channel: CHANNEL, message_id });
      return actRecord(instance, key, ['protocolMessage', { key, type: 'REVOKE' }]);
    },
  },
  'chat/markMessageAsRead': {
    method: 'POST',
    action: markRead.name,
    status: CREATED,
    async answer(asked, { instance, body }) {
      const schema = z.object({ readMessages: z.array(MessageKey).min(1).max(MARKED_MAX) });
      const { readMessages } = readFields(schema, body);
      let marked = 0;
      for (const key of readMessages) {
        const message_id = await findMessageId(instance, key.id);
        if (message_id === null) continue;
        await callAction(asked, MARK_READ, { channel: CHANNEL, message_id }, key.id);
        marked++;
      }
      if (marked === 0) throw new AppError('unknown_message');
      return { message: 'Read messages', read: 'success' };
    },
  },
  'chat/sendPresence': {
    method: 'POST',
    action: typing.name,
    status: CREATED,
    names: { to: 'number' },
    async answer(asked, { instance, body }) {
      const { number, presence } = readFields(z.object({ number: Text, presence: Presence }), body);
      const to = addressOf(number);
      await callAction(asked, TYPING, { channel: CHANNEL, to, from: instance.id, state: STATES[presence] });
      return { presence };
    },
  },
  'chat/whatsappNumbers': {
    method: 'POST',
    action: checkNumber.name,
    status: OK,
    async answer(asked, { instance, body }) {
      const { numbers } = readFields(z.object({ numbers: z.array(Text) }), body);
      const given = numbers.map(addressOf);
      const { output } = await callAction(asked, CHECK, { channel: CHANNEL, from: instance.id, numbers: given });
      return output.numbers.map(({ number, exists, to }) => ({
        jid: jidOf(to ?? number),
        exists,
        number: number.replace('+', ''),
      }));
    },
  },
};
