import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pickTiktokAccount, type TiktokControlDeps, unknownTiktok } from './find-account.ts';
import { PersonMessage, PersonReaction } from './person-acts.ts';

/** Body of PUT /sandbox/customers/tt/{id}. */
export const PersonFacts = z.object({
  account: z.string().optional(),
  username: z.string().optional(),
  display_name: z.string().optional(),
  /** The time of the person's last message; null: never. Moves the 48-hour window. */
  last_inbound_at: z.iso.datetime({ offset: true }).nullish(),
  reach: z.enum(['ok', 'blocked']).optional(),
});
const PersonId = z.object({ id: z.string().min(1).max(512) });

/** `/sandbox/customers/tt/{id}`: simulated people who write and react, and the account's owner who types by hand. */
export function tiktokPersonRoutes(app: FastifyInstance, deps: TiktokControlDeps) {
  const { state, people } = deps;
  app.post('/sandbox/customers/tt/:id/messages', async (request, reply) => {
    const given = PersonMessage.parse(request.body ?? {});
    const account = pickTiktokAccount(state, given.account);
    if (!account) return unknownTiktok(reply, 'account');
    return reply.send(await people.write(account, PersonId.parse(request.params).id, given));
  });
  app.post('/sandbox/customers/tt/:id/reactions', async (request, reply) => {
    const given = PersonReaction.parse(request.body);
    const account = pickTiktokAccount(state, given.account);
    if (!account) return unknownTiktok(reply, 'account');
    return reply.send(await people.react(account, PersonId.parse(request.params).id, given));
  });
  app.post('/sandbox/customers/tt/:id/inbox', async (request, reply) => {
    const given = PersonMessage.parse(request.body ?? {});
    const account = pickTiktokAccount(state, given.account);
    if (!account) return unknownTiktok(reply, 'account');
    return reply.send(await people.writeByHand(account, PersonId.parse(request.params).id, given));
  });
  app.put('/sandbox/customers/tt/:id', async (request, reply) => {
    const { id } = PersonId.parse(request.params);
    const given = PersonFacts.parse(request.body);
    const account = pickTiktokAccount(state, given.account);
    if (!account) return unknownTiktok(reply, 'account');
    const person = state.person(id);
    person.username = given.username ?? person.username;
    person.displayName = given.display_name ?? person.displayName;
    const conversation = state.conversation(account.openId, id);
    const { last_inbound_at: at } = given;
    if (at !== undefined) conversation.lastInboundAtMs = at === null ? null : Date.parse(at);
    if (given.reach !== undefined) conversation.blocked = given.reach === 'blocked';
    return reply.send({ ok: true, person, conversation });
  });
}
