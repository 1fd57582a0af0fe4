import type { CallbackOutcome } from '../callbacks/callback-sender.ts';
import { actOnPage, pickGrantedAccount } from '../providers/graph/control/page-customer-acts.ts';
import type { PhoneNumber } from '../providers/graph/state/business-account.ts';
import type { PageWebhooks } from '../providers/graph/wire/pages/post-page-webhook.ts';
import { buildContact, buildMessage } from '../providers/graph/wire/whatsapp/build-message.ts';
import type { MetaWebhooks } from '../providers/graph/wire/whatsapp/post-webhook.ts';
import type { Bot } from '../providers/telegram/state/bot.ts';
import { buildUpdate } from '../providers/telegram/wire/build-update.ts';
import type { TelegramUpdates } from '../providers/telegram/wire/post-update.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import type { Customer, CustomerChannel } from './customer.ts';
import type { CustomerMessage, CustomerMessages } from './customer-message.ts';

/** The outcome of a simulated customer's act. */
export interface ActOutcome {
  ok: true;
  channel: CustomerChannel;
  account: string;
  from: string;
  /** The provider's ids: wamids, or `chat:message`. */
  provider_message_ids: string[];
  /** The first attempt of each webhook; null when the provider had no reason to call. */
  callbacks: (CallbackOutcome | null)[];
}

/** Makes simulated customers write, react or block; the provider's webhooks follow. */
export interface CustomerActs {
  act(
    channel: CustomerChannel,
    address: string,
    request: CustomerMessages,
  ): Promise<ActOutcome | { unknownAccount: string }>;
}

export function makeCustomerActs(deps: {
  state: SandboxState;
  webhooks: MetaWebhooks;
  updates: TelegramUpdates;
  pageWebhooks: PageWebhooks;
  /** The origin at which the application fetches the sandbox's files. */
  attachmentOrigin(): string;
  now: () => number;
}): CustomerActs {
  const { state, now } = deps;

  async function actOnWa(number: PhoneNumber, customer: Customer, request: CustomerMessages): Promise<ActOutcome> {
    const acts = request.batch ?? [request];
    for (const act of acts) noteInbound(customer, act, now());
    const messages = acts.map((act) => buildMessage(state, number, customer, act, now()));
    const fromSystem = acts.every((act) => act.type === 'number_changed');
    const value = { ...(fromSystem ? {} : { contacts: [buildContact(customer)] }), messages };
    const isStandby = request.form === 'standby';
    const outcome = await deps.webhooks.postValue(number, isStandby ? { standby: value } : value, {
      times: request.times,
      ...(isStandby ? { field: 'standby' } : {}),
    });
    const ids = messages.map((message) => String(message.id));
    return {
      ok: true,
      channel: 'wa',
      account: number.id,
      from: customer.address,
      provider_message_ids: ids,
      callbacks: [outcome],
    };
  }

  async function actOnTg(bot: Bot, customer: Customer, request: CustomerMessages): Promise<ActOutcome> {
    const ids: string[] = [];
    const callbacks: (CallbackOutcome | null)[] = [];
    for (const act of request.batch ?? [request]) {
      noteInbound(customer, act, now());
      const built = buildUpdate(state, bot, customer, act, request.participant, now());
      if (built.messageId !== null) ids.push(`${customer.address}:${built.messageId}`);
      callbacks.push(await deps.updates.post(bot, built.kind, built.content, request.times));
    }
    return {
      ok: true,
      channel: 'tg',
      account: String(bot.id),
      from: customer.address,
      provider_message_ids: ids,
      callbacks,
    };
  }

  return {
    async act(channel, address, request) {
      if (channel === 'wa') {
        const number = pickNumber(state, request.account);
        if (!number) return { unknownAccount: request.account ?? 'wa' };
        const customer = state.rememberCustomer('wa', number.id, address.replace(/[+\s-]/g, ''));
        describe(customer, request);
        return actOnWa(number, customer, request);
      }
      if (channel !== 'tg') {
        const granted = pickGrantedAccount(state, channel, request.account);
        if (!granted) return { unknownAccount: request.account ?? channel };
        const customer = state.rememberCustomer(channel, granted.account, address);
        describe(customer, request);
        for (const act of request.batch ?? [request]) noteInbound(customer, act, now());
        return actOnPage(deps, granted, customer, request);
      }
      const bot = pickBot(state, request.account);
      if (!bot) return { unknownAccount: request.account ?? 'tg' };
      const customer = state.rememberCustomer('tg', String(bot.id), address);
      describe(customer, request);
      return actOnTg(bot, customer, request);
    },
  };
}

/** The phone number of a control call: by id, or the first. */
export function pickNumber(state: SandboxState, id: string | undefined): PhoneNumber | undefined {
  return id === undefined ? state.whatsapp.phoneNumbers.values().next().value : state.whatsapp.phoneNumbers.get(id);
}

/** The bot of a control call: by id, or the first. */
export function pickBot(state: SandboxState, id: string | undefined): Bot | undefined {
  return id === undefined ? state.telegram.bots.values().next().value : state.telegram.bots.get(id);
}

function describe(customer: Customer, request: CustomerMessages) {
  customer.name = request.name ?? customer.name;
  customer.lastName = request.last_name ?? customer.lastName;
  customer.username = request.username ?? customer.username;
  customer.userId = request.user_id ?? customer.userId;
  customer.hideNumber = request.hide_number ?? customer.hideNumber;
}

function noteInbound(customer: Customer, act: CustomerMessage, nowMs: number) {
  const atMs = act.at === undefined ? nowMs : Date.parse(act.at);
  customer.lastInboundAtMs = Math.max(customer.lastInboundAtMs ?? 0, atMs);
}
