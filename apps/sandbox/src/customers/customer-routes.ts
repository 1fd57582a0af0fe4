import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pickGrantedAccount } from '../providers/graph/control/page-customer-acts.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import type { CustomerChannel } from './customer.ts';
import { type CustomerActs, pickBot, pickNumber } from './customer-acts.ts';
import { CustomerMessages } from './customer-message.ts';

const Params = z.object({ channel: z.enum(['wa', 'tg', 'fb', 'ig']), address: z.string().min(1).max(64) });
/** Body of POST /sandbox/customers/{channel}/{address}/reactions. */
export const CustomerReaction = z.object({
  account: z.string().optional(),
  target: z.string().min(1),
  emoji: z.string().nullish(),
  at: z.iso.datetime({ offset: true }).optional(),
  times: z.int().min(1).max(100).optional(),
});
/** Body of PUT /sandbox/customers/{channel}/{address}. */
export const CustomerFacts = z.object({
  account: z.string().optional(),
  name: z.string().optional(),
  username: z.string().optional(),
  /** The time of the customer's last message; null: never. Moves the 24-hour window. */
  last_inbound_at: z.iso.datetime({ offset: true }).nullish(),
  /** wa: the id under which the network actually knows this number. */
  wa_id: z.string().regex(/^\d+$/).optional(),
  reach: z.enum(['ok', 'blocked', 'deactivated']).optional(),
  chat_type: z.enum(['private', 'group', 'supergroup']).optional(),
});

/** `/sandbox/customers/{channel}/{address}`: simulated people who write and react, and facts about them. */
export function customerRoutes(app: FastifyInstance, state: SandboxState, acts: CustomerActs) {
  app.post('/sandbox/customers/:channel/:address/messages', async (request, reply) => {
    const { channel, address } = Params.parse(request.params);
    const outcome = await acts.act(channel, address, CustomerMessages.parse(request.body ?? {}));
    return reply
      .code('ok' in outcome ? 200 : 404)
      .send('ok' in outcome ? outcome : unknownAccount(outcome.unknownAccount));
  });

  app.post('/sandbox/customers/:channel/:address/reactions', async (request, reply) => {
    const { channel, address } = Params.parse(request.params);
    const reaction = CustomerReaction.parse(request.body);
    // A Telegram message is identified by `chat:message` outside, and by its number inside its chat.
    const target = channel === 'tg' ? reaction.target.slice(reaction.target.indexOf(':') + 1) : reaction.target;
    const message = CustomerMessages.parse({ ...reaction, target, type: 'reaction' });
    const outcome = await acts.act(channel, address, message);
    return reply
      .code('ok' in outcome ? 200 : 404)
      .send('ok' in outcome ? outcome : unknownAccount(outcome.unknownAccount));
  });

  app.put('/sandbox/customers/:channel/:address', async (request, reply) => {
    const { channel, address: given } = Params.parse(request.params);
    const facts = CustomerFacts.parse(request.body ?? {});
    const address = channel === 'wa' ? given.replace(/[+\s-]/g, '') : given;
    const account = accountOf(state, channel, facts.account);
    if (account === undefined) return reply.code(404).send(unknownAccount(facts.account ?? channel));
    if (facts.wa_id !== undefined) state.whatsapp.aliases.set(address, facts.wa_id);
    const customer = state.rememberCustomer(channel, account, facts.wa_id ?? address);
    customer.name = facts.name ?? customer.name;
    customer.username = facts.username ?? customer.username;
    customer.reach = facts.reach ?? customer.reach;
    customer.chatType = facts.chat_type ?? customer.chatType;
    const { last_inbound_at: lastInboundAt } = facts;
    if (lastInboundAt !== undefined)
      customer.lastInboundAtMs = lastInboundAt === null ? null : Date.parse(lastInboundAt);
    return reply.send({ ok: true, customer });
  });
}

function accountOf(state: SandboxState, channel: CustomerChannel, id: string | undefined): string | undefined {
  if (channel === 'wa') return pickNumber(state, id)?.id;
  if (channel === 'tg') return pickBot(state, id)?.id.toString();
  return pickGrantedAccount(state, channel, id)?.account;
}

function unknownAccount(account: string) {
  return { ok: false, error: 'unknown_account', message: `The sandbox has no account ${account}.` };
}
