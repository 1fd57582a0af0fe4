import type { FastifyInstance } from 'fastify';
import { ControlError, unknownAccount } from '../../../control/control-error.ts';
import { mountControls } from '../../../control/mount-controls.ts';
import { pickNumber } from '../../../customers/customer-acts.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import type { BusinessAccount, MessageTemplate } from '../state/business-account.ts';
import { WHATSAPP_SEED } from '../state/seed-whatsapp.ts';
import { issueSignupCode } from '../wire/signup/signup-dialog.ts';
import { buildContact } from '../wire/whatsapp/build-message.ts';
import { makeWamid } from '../wire/whatsapp/make-wamid.ts';
import type { MetaWebhooks } from '../wire/whatsapp/post-webhook.ts';
import { type AccountInput, type TemplateDecision, WHATSAPP_CONTROLS } from './whatsapp-controls.ts';

const DAY_MS = 86_400_000;
const SDP = 'v=0\r\no=- 1 1 IN IP4 192.0.2.7\r\ns=-\r\nt=0 0\r\nm=audio 3480 UDP/TLS/RTP/SAVPF 111\r\n';

/** Business accounts of WhatsApp Cloud, Meta's decisions about their templates, and acts of people that only it has. */
export function whatsappControlRoutes(
  app: FastifyInstance,
  { state, webhooks, now }: { state: SandboxState; webhooks: MetaWebhooks; now: () => number },
) {
  const { whatsapp } = state;
  const numberOf = (account: string | undefined) => pickNumber(state, account) ?? unknownAccount();
  const secondsAt = (at: string | undefined) => Math.floor((at === undefined ? now() : Date.parse(at)) / 1000);

  mountControls(app, WHATSAPP_CONTROLS, {
    putAccount(given) {
      const account = whatsapp.businessAccounts.get(given.waba_id) ?? emptyAccount(given.waba_id);
      account.token = given.token ?? account.token;
      account.tokenState = given.token_state ?? account.tokenState;
      account.locked = given.locked ?? account.locked;
      account.marketing = given.marketing ?? account.marketing ?? 'ELIGIBLE';
      account.marketingBarred = given.marketing_barred ?? account.marketingBarred ?? false;
      account.payment = given.payment ?? account.payment ?? 'set';
      account.subscribed = given.subscribed ?? account.subscribed;
      if (given.phone_number_id !== undefined) putNumber(account, given.phone_number_id, given);
      for (const { body, ...template } of given.templates) {
        const components = template.components ?? [{ type: 'BODY', text: body ?? '' }];
        const same = (known: { name: string; language: string }) =>
          known.name === template.name && known.language === template.language;
        account.templates = account.templates.filter((known) => !same(known));
        account.templates.push({ ...template, id: template.id ?? whatsapp.nextTemplateId(), components });
      }
      whatsapp.addBusinessAccount(account);
      return { account };
    },
    async decideTemplate(given) {
      const { templates = [] } = whatsapp.businessAccounts.get(given.waba_id) ?? {};
      const template = templates.find(({ name, language }) => name === given.name && language === given.language);
      if (!template) throw new ControlError(404, 'unknown_template');
      const callbacks = [];
      for (const { field, value } of decide(template, given, now()))
        callbacks.push(await webhooks.postField(given.waba_id, field, value));
      return { template, callbacks };
    },
    async customerCalls({ account, from, name, call_id: id, event, duration, times }) {
      const number = numberOf(account);
      const caller = state.rememberCustomer('wa', number.id, from);
      caller.name = name ?? caller.name;
      // A person's call opens the window, answered or not.
      caller.lastInboundAtMs = Math.max(caller.lastInboundAtMs ?? 0, now());
      const nowS = secondsAt(undefined);
      const call = {
        ...{ id, from, to: number.number, event },
        timestamp: String(nowS),
        direction: 'USER_INITIATED',
        ...(event === 'connect' ? { session: { sdp_type: 'offer', sdp: SDP } } : endOf(duration, nowS)),
      };
      const value = { contacts: [buildContact(caller)], calls: [call] };
      return { callback: await webhooks.postValue(number, value, { field: 'calls', times }) };
    },
    async customerPrefers({ account, value, at, times }, { address }) {
      const number = numberOf(account);
      const person = state.rememberCustomer('wa', number.id, digitsOf(address));
      const preference = {
        ...(person.hideNumber ? { user_id: person.userId } : { wa_id: person.address }),
        detail: `User requested to ${value} marketing messages`,
        category: 'marketing_messages',
        value,
        timestamp: secondsAt(at),
      };
      const content = { contacts: [buildContact(person)], user_preferences: [preference] };
      return { callback: await webhooks.postValue(number, content, { field: 'user_preferences', times }) };
    },
    async otherAppWrites({ account, message, template, provider_message_id, at, times }, { address }) {
      const number = numberOf(account);
      const person = state.rememberCustomer('wa', number.id, digitsOf(address));
      const id = provider_message_id ?? makeWamid(person.address, 'outbound');
      const to = person.hideNumber ? { recipient: person.userId } : { to: person.address };
      const echo = {
        id,
        timestamp: String(secondsAt(at)),
        message: { messaging_product: 'whatsapp', ...to, ...message },
        ...(template === undefined ? {} : { template }),
      };
      const value = { standby: { message_echoes: [echo] } };
      const callback = await webhooks.postValue(number, value, { field: 'standby', times });
      return { provider_message_id: id, callbacks: [callback] };
    },
    completeSignup: ({ waba_ids: wabaIds, token_seconds: tokenSeconds }) => ({
      code: issueSignupCode(state, { wabaIds, tokenSeconds }, now()),
    }),
    async appShares({ account, field, values, times }) {
      const number = numberOf(account);
      const callbacks = [];
      for (const value of values) callbacks.push(await webhooks.postValue(number, value, { field, times }));
      return { callbacks };
    },
    postField: async ({ waba_id, field, value }) => ({ callback: await webhooks.postField(waba_id, field, value) }),
  });
}

const digitsOf = (address: string): string => address.replace(/[+\s-]/g, '');

function emptyAccount(id: string): BusinessAccount {
  return {
    id,
    name: `Business ${id}`,
    token: WHATSAPP_SEED.token,
    tokenState: 'valid',
    locked: false,
    subscribed: true,
    overrideCallbackUri: null,
    numbers: [],
    templates: [],
  };
}

function putNumber(account: BusinessAccount, id: string, given: AccountInput) {
  const known = account.numbers.find((number) => number.id === id);
  const number = known ?? {
    id,
    wabaId: account.id,
    number: id.slice(-11).padStart(11, '1'),
    verifiedName: account.name,
    qualityRating: 'GREEN',
    messagingLimitTier: 'TIER_1K',
    registered: true,
  };
  number.number = given.number ?? number.number;
  number.verifiedName = given.verified_name ?? number.verifiedName;
  number.qualityRating = given.quality_rating ?? number.qualityRating;
  number.messagingLimitTier = given.messaging_limit_tier ?? number.messagingLimitTier;
  number.registered = given.registered ?? number.registered;
  if (given.username !== undefined) number.username = given.username;
  number.calling = given.calling ?? number.calling ?? { status: 'DISABLED' };
  number.isCallsPrimary = given.calls_primary ?? number.isCallsPrimary ?? true;
  number.canSend = given.can_send ?? number.canSend ?? 'AVAILABLE';
  number.healthErrors = given.health_errors ?? number.healthErrors ?? [];
  number.isOnBizApp = given.is_on_biz_app ?? number.isOnBizApp ?? false;
  if (given.onboarded_at !== undefined) number.onboardedAtMs = Date.parse(given.onboarded_at);
  if (given.pin !== undefined) number.pin = given.pin;
  if (!known) account.numbers.push(number);
}

/** The end of a call as Meta reports it: with times only when it was answered. */
function endOf(duration: number | undefined, nowS: number) {
  if (duration === undefined) return { status: 'FAILED' };
  return { status: 'COMPLETED', start_time: String(nowS - duration), end_time: String(nowS), duration };
}

/** Applies a decision to the template; returns its webhooks. */
function decide(template: MessageTemplate, decision: TemplateDecision, nowMs: number) {
  const { status, quality, category, upcoming_category, upcoming_at } = decision;
  const named = {
    // Graph's answers have ids as strings, webhooks as numbers.
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language.replace('_', '-'),
  };
  const fields: { field: string; value: Record<string, unknown> }[] = [];
  const add = (field: string, value: Record<string, unknown>) => fields.push({ field, value: { ...named, ...value } });
  if (status !== undefined) add('message_template_status_update', statusOf(template, decision));
  if (quality !== undefined) {
    const previous_quality_score = template.quality_score?.score ?? 'UNKNOWN';
    template.quality_score = { score: quality };
    add('message_template_quality_update', { previous_quality_score, new_quality_score: quality });
  }
  if (upcoming_category !== undefined) {
    const at = upcoming_at === undefined ? nowMs + DAY_MS : Date.parse(upcoming_at);
    add('template_category_update', announcementOf(template, upcoming_category, at));
  }
  if (category !== undefined) {
    const previous_category = template.category;
    template.category = category;
    delete template.correct_category;
    add('template_category_update', { previous_category, new_category: category });
  }
  return fields;
}

/** Meta's decision on the content, as its webhook has it. */
function statusOf(template: MessageTemplate, decision: TemplateDecision) {
  const { status = template.status, reason, rejection_info, disable_date } = decision;
  template.status = status;
  template.rejected_reason = status === 'REJECTED' ? (reason ?? 'INVALID_FORMAT') : 'NONE';
  return {
    event: status,
    reason: reason ?? template.rejected_reason,
    message_template_category: template.category,
    ...(rejection_info === undefined ? {} : { rejection_info }),
    ...(disable_date === undefined ? {} : { disable_info: { disable_date } }),
  };
}

/** The announcement of a category, which the template gets later. */
function announcementOf(template: MessageTemplate, category: string, at: number) {
  template.correct_category = category;
  return {
    new_category: template.category,
    correct_category: category,
    category_update_timestamp: Math.floor(at / 1000),
  };
}
