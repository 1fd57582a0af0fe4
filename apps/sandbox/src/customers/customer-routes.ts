import type { FastifyInstance } from 'fastify';
import { ControlError } from '../control/control-error.ts';
import { mountControls } from '../control/mount-controls.ts';
import { pickGrantedAccount } from '../providers/graph/control/page-customer-acts.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import type { CustomerChannel } from './customer.ts';
import { type CustomerActs, pickBot, pickNumber } from './customer-acts.ts';
import { CUSTOMER_CONTROLS } from './customer-controls.ts';
import { CustomerMessages } from './customer-message.ts';

/** Simulated people who write and react, and facts about them. */
export function customerRoutes(app: FastifyInstance, state: SandboxState, acts: CustomerActs) {
  async function act(channel: CustomerChannel, address: string, message: CustomerMessages) {
    const outcome = await acts.act(channel, address, message);
    return 'ok' in outcome ? outcome : refuse(outcome.unknownAccount);
  }

  mountControls(app, CUSTOMER_CONTROLS, {
    customerWrites: (message, { channel, address }) => act(channel, address, message),
    customerReacts(reaction, { channel, address }) {
      // A Telegram message is identified by `chat:message` outside, and by its number inside its chat.
      const target = channel === 'tg' ? reaction.target.slice(reaction.target.indexOf(':') + 1) : reaction.target;
      return act(channel, address, CustomerMessages.parse({ ...reaction, target, type: 'reaction' }));
    },
    describeCustomer(facts, { channel, address: given }) {
      const address = channel === 'wa' ? given.replace(/[+\s-]/g, '') : given;
      const account = accountOf(state, channel, facts.account) ?? refuse(facts.account ?? channel);
      if (facts.wa_id !== undefined) state.whatsapp.aliases.set(address, facts.wa_id);
      const customer = state.rememberCustomer(channel, account, facts.wa_id ?? address);
      customer.name = facts.name ?? customer.name;
      customer.username = facts.username ?? customer.username;
      customer.reach = facts.reach ?? customer.reach;
      customer.chatType = facts.chat_type ?? customer.chatType;
      const { last_inbound_at: lastInboundAt } = facts;
      if (lastInboundAt !== undefined)
        customer.lastInboundAtMs = lastInboundAt === null ? null : Date.parse(lastInboundAt);
      return { customer };
    },
  });
}

function accountOf(state: SandboxState, channel: CustomerChannel, id: string | undefined): string | undefined {
  if (channel === 'wa') return pickNumber(state, id)?.id;
  if (channel === 'tg') return pickBot(state, id)?.id.toString();
  return pickGrantedAccount(state, channel, id)?.account;
}

function refuse(account: string): never {
  throw new ControlError(404, 'unknown_account', `The sandbox has no account ${account}.`);
}
