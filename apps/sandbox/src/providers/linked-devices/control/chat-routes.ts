import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { giveToken, tokenOf } from '../wire/give-token.ts';
import { type ControlDeps, phoneOf } from './find-target.ts';
import { PhoneNumber } from './message-input.ts';

/** Body of POST /sandbox/devices/phones/{number}/chats: a chat from before a device was linked. */
export const OldChatInput = z.object({
  with: PhoneNumber,
  /** Whether that person has given the account a trusted-contact token. */
  trusted: z.boolean().default(true),
  messages: z
    .array(z.object({ text: z.string(), own: z.boolean().default(false), days_ago: z.number().min(0).default(1) }))
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
    const messages = given.messages.map(({ text, own, days_ago: daysAgo }) => ({
      id: `3AOLD${++lastId}`,
      text,
      isOwn: own,
      atS: Math.floor(now() / 1000 - daysAgo * 86_400),
    }));
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
