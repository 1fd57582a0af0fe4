import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OldChat } from '../state/network-state.ts';
import { giveToken, tokenOf } from '../wire/give-token.ts';
import { type ControlDeps, phoneOf } from './find-target.ts';
import { PhoneNumber } from './message-input.ts';

/** Body of POST /sandbox/devices/phones/{number}/chats: a chat from before a device was linked. */
export const OldChatInput = z.object({
  with: PhoneNumber,
  /** Whether that person has given the account a trusted-contact token. */
  trusted: z.boolean().default(true),
  messages: z
    .array(
      z.object({
        text: z.string(),
        own: z.boolean().default(false),
        /** Negative: after now. */
        days_ago: z.number().min(-1).default(1),
        /** Text of the earlier message of this list that it quotes. */
        quotes: z.string().optional(),
      }),
    )
    .default([]),
});
const Named = z.object({ number: PhoneNumber });

/** `/sandbox/devices/phones/{number}/chats` and `…/tokens`: the earlier chats of a phone, and trusted-contact tokens. */
export function chatRoutes(app: FastifyInstance, { network, now }: ControlDeps) {
  let lastId = 0;

  app.post('/sandbox/devices/phones/:number/chats', async (request) => {
    const given = OldChatInput.parse(request.body);
    const loaded = await network();
    const owner = loaded.people.put(Named.parse(request.params).number);
    const person = loaded.people.put(given.with);
    if (given.trusted) tokenOf(owner, person);
    const messages: OldChat['messages'] = [];
    for (const { text, own, days_ago: daysAgo, quotes } of given.messages) {
      const atS = Math.floor(now() / 1000 - daysAgo * 86_400);
      const quotedId = messages.find((message) => message.text === quotes)?.id ?? null;
      messages.push({ id: `3AOLD${++lastId}`, text, isOwn: own, atS, quotedId });
    }
    owner.oldChats.set(person, { person, messages });
    return { ok: true, message_ids: messages.map(({ id }) => id) };
  });

  app.post('/sandbox/devices/phones/:number/tokens', async (request) => {
    const { to } = z.object({ to: PhoneNumber }).parse(request.body);
    const loaded = await network();
    giveToken(phoneOf(loaded, to), phoneOf(loaded, Named.parse(request.params).number), now());
    return { ok: true };
  });
}
