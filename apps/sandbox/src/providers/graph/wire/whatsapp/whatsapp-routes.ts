import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerWithFaults } from '../../../../faults/answer-with-faults.ts';
import type { Fault } from '../../../../faults/define-fault.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { BusinessAccount, PhoneNumber } from '../../state/business-account.ts';
import { authorizeToken, mayUse, refuseVersion } from '../authorize-token.ts';
import { controlWaThread } from '../control-thread.ts';
import { badParameter, graphError, objectMissing } from '../graph-error.ts';
import { listPage } from '../list-page.ts';
import type { SharedCalls } from '../pages/page-routes.ts';
import { refuseEnded } from '../refuse-ended.ts';
import type { makeAcceptSend } from './accept-send.ts';
import { requestAppData } from './app-data.ts';
import { changeCallSettings, showCallSettings } from './call-settings.ts';
import { askedFields, describeAccount, describeMedia, describeNumber, listedNumber } from './describe-object.ts';
import { mediaRoutes } from './media-routes.ts';
import { refuseRegistration, registerNumber } from './register-number.ts';
import { subscribedApps } from './subscribed-apps.ts';
import { deleteUsername, reserveUsername, showUsername, suggestUsernames } from './usernames.ts';
import { beginUpload, createTemplate, deleteTemplates, editTemplate, takeUpload } from './write-template.ts';

interface WhatsappDeps {
  state: SandboxState;
  appSecret: string;
  acceptSend: ReturnType<typeof makeAcceptSend>;
  now: () => number;
  /** Pages and Instagram accounts use the same paths for their own objects. */
  shared: SharedCalls;
}

type GraphHandler = (call: GraphCall) => ProviderAnswer | Promise<ProviderAnswer>;
interface GraphCall {
  request: FastifyRequest;
  id: string;
  token: string;
  fault: Fault | null;
}

/** Graph under `/{version}/…`, as the Cloud API documents it. */
export function whatsappRoutes(app: FastifyInstance, deps: WhatsappDeps) {
  const { state } = deps;

  const route: AddRoute = (method, path, handle) => {
    const own = answerWithFaults(state.faults, 'wa', (request, fault) => {
      const { version, id } = request.params as { version: string; id: string }; // safe: every path here has both
      const refusal = refuseVersion(version) ?? refuseEnded(request);
      if (refusal) return refusal;
      const authorized = authorizeToken(state, deps.appSecret, request, deps.now());
      if ('refusal' in authorized) return authorized.refusal;
      return handle({ request, id, token: authorized.token, fault });
    });
    const ofPages = deps.shared.handlerOf(method, path);
    return app.route({
      method,
      url: path,
      handler(request, reply) {
        const handler = ofPages && deps.shared.takes(request) ? ofPages : own;
        return handler.call(this, request, reply);
      },
    });
  };

  // The bytes of a file.
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  objectRoutes(route, deps);
  accountObjectRoutes(route, deps);
  mediaRoutes(app, deps);
}

type AddRoute = (method: 'GET' | 'POST' | 'DELETE', path: string, handle: GraphHandler) => unknown;

function accountObjectRoutes(route: AddRoute, { state }: WhatsappDeps) {
  const onAccount = (
    verb: 'get' | 'post' | 'delete',
    handle: (account: BusinessAccount, call: GraphCall) => ProviderAnswer,
  ) => {
    return (call: GraphCall) => {
      const account = state.whatsapp.businessAccounts.get(call.id);
      return mayUse(account, call.token) ? handle(account, call) : objectMissing(call.id, verb);
    };
  };

  const numbers = onAccount('get', (account, { request }) => {
    const listed = account.numbers.map((number) => listedNumber(number, request.query));
    return { status: 200, body: listPage(listed, request.query, originOf(request) + request.url) };
  });
  route('GET', '/:version/:id/phone_numbers', numbers);

  const created = onAccount('post', (account, { request }) => createTemplate(state.whatsapp, account, request.body));
  route('POST', '/:version/:id/message_templates', created);
  const deleted = onAccount('delete', (account, { request }) => deleteTemplates(account, request.query));
  route('DELETE', '/:version/:id/message_templates', deleted);
  const templates = onAccount('get', (account, { request }) => ({
    status: 200,
    body: listPage(listTemplates(account, request.query), request.query, originOf(request) + request.url),
  }));
  route('GET', '/:version/:id/message_templates', templates);

  for (const verb of ['get', 'post', 'delete'] as const) {
    const method = verb === 'get' ? 'GET' : verb === 'post' ? 'POST' : 'DELETE';
    const handle = onAccount(verb, (account, { request }) => subscribedApps(account, verb, request.body));
    route(method, '/:version/:id/subscribed_apps', handle);
  }
}

function objectRoutes(route: AddRoute, deps: WhatsappDeps) {
  const { state } = deps;
  route('POST', '/:version/:id/messages', ({ request, id, token, fault }) => {
    const number = state.whatsapp.phoneNumbers.get(id);
    const account = number && state.whatsapp.businessAccounts.get(number.wabaId);
    if (!number || !mayUse(account, token)) return objectMissing(id, 'post');
    return markRead(state, number, request.body, deps.now) ?? deps.acceptSend(account, number, request.body, fault);
  });

  route('POST', '/:version/:id/marketing_messages', ({ request, id, token, fault }) => {
    const number = state.whatsapp.phoneNumbers.get(id);
    const account = number && state.whatsapp.businessAccounts.get(number.wabaId);
    if (!number || !mayUse(account, token)) return objectMissing(id, 'post');
    return deps.acceptSend(account, number, request.body, fault, 'marketing_messages');
  });

  route('POST', '/:version/:id/calls', ({ request, id, token }) => {
    const number = state.whatsapp.phoneNumbers.get(id);
    if (!number || !mayUse(state.whatsapp.businessAccounts.get(number.wabaId), token)) return objectMissing(id, 'post');
    return rejectCall(state, number, request.body, deps.now);
  });

  route('POST', '/:version/:id/thread_control', ({ request, id, token }) => {
    const number = state.whatsapp.phoneNumbers.get(id);
    if (!number || !mayUse(state.whatsapp.businessAccounts.get(number.wabaId), token)) return objectMissing(id, 'post');
    return controlWaThread(deps, number.id, request.body);
  });

  route('POST', '/:version/:id/uploads', ({ request }) => beginUpload(state.whatsapp, request.query));

  route('POST', '/:version/:id', ({ request, id, token }) => {
    if (id.startsWith('upload:')) return takeUpload(state.whatsapp, id, request);
    const usable = [...state.whatsapp.businessAccounts.values()].filter((account) => mayUse(account, token));
    const template = usable.flatMap(({ templates }) => templates).find((known) => known.id === id);
    return template ? editTemplate(state.whatsapp, template, request.body) : objectMissing(id, 'post');
  });

  route('POST', '/:version/:id/register', ({ request, id, token }) => {
    const number = state.whatsapp.phoneNumbers.get(id);
    if (!number || !mayUse(state.whatsapp.businessAccounts.get(number.wabaId), token)) return objectMissing(id, 'post');
    return registerNumber(number, request.body, deps.now());
  });

  const ofNumber = (handle: (number: PhoneNumber, call: GraphCall) => ProviderAnswer) => (call: GraphCall) => {
    const number = state.whatsapp.phoneNumbers.get(call.id);
    const isUsable = number && mayUse(state.whatsapp.businessAccounts.get(number.wabaId), call.token);
    const verb = call.request.method === 'POST' ? 'post' : call.request.method === 'GET' ? 'get' : 'delete';
    return isUsable ? handle(number, call) : objectMissing(call.id, verb);
  };
  route('GET', '/:version/:id/settings', ofNumber(showCallSettings));
  const changed = ofNumber((number, { request }) => changeCallSettings(number, request.body));
  route('POST', '/:version/:id/settings', changed);
  route('GET', '/:version/:id/username', ofNumber(showUsername));
  route('GET', '/:version/:id/username_suggestions', ofNumber(suggestUsernames));
  const reserved = ofNumber((number, { request }) => reserveUsername(state.whatsapp, number, request.body));
  route('POST', '/:version/:id/username', reserved);
  route('DELETE', '/:version/:id/username', ofNumber(deleteUsername));
  const refused = ofNumber((number) => refuseRegistration(number) ?? { status: 200, body: { success: true } });
  route('POST', '/:version/:id/deregister', refused);
  const requested = ofNumber((number, { request }) => requestAppData(number, request.body, deps.now()));
  route('POST', '/:version/:id/smb_app_data', requested);

  route('GET', '/:version/:id', ({ request, id, token }) => {
    const number = state.whatsapp.phoneNumbers.get(id);
    if (number && mayUse(state.whatsapp.businessAccounts.get(number.wabaId), token))
      return describeNumber(number, request.query);
    const account = state.whatsapp.businessAccounts.get(id);
    if (mayUse(account, token)) return describeAccount(account, request.query);
    const media = state.media.get(id);
    return media ? describeMedia(media, originOf(request), deps.now()) : objectMissing(id, 'get');
  });

  route('DELETE', '/:version/:id', ({ id }) =>
    state.media.delete(id) ? { status: 200, body: { success: true } } : objectMissing(id, 'delete'),
  );
}

/** The address under which the caller reached the sandbox. */
function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

const TemplateFilter = z.object({
  name: z.string().optional(),
  status: z.string().optional(),
  language: z.string().optional(),
  category: z.string().optional(),
});

function listTemplates(account: BusinessAccount, query: unknown): Record<string, unknown>[] {
  const filter = TemplateFilter.parse(query);
  const asked = askedFields(query);
  return account.templates
    .filter((template) => filter.name === undefined || template.name.includes(filter.name))
    .filter((template) => filter.status === undefined || template.status === filter.status)
    .filter((template) => filter.language === undefined || template.language === filter.language)
    .filter((template) => filter.category === undefined || template.category === filter.category)
    .map((template) => {
      const all = Object.entries(template);
      return Object.fromEntries(asked ? all.filter(([field]) => field === 'id' || asked.includes(field)) : all);
    });
}

const MarkRead = z.object({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().min(1),
  typing_indicator: z.object({ type: z.literal('text') }).optional(),
});

/** Handles a read mark (with or without typing indicator); null if the body is a send. */
function markRead(state: SandboxState, number: PhoneNumber, body: unknown, now: () => number): ProviderAnswer | null {
  if (typeof body !== 'object' || body === null || !('status' in body)) return null;
  const mark = MarkRead.safeParse(body);
  if (!mark.success) return badParameter('The parameter message_id is required.');
  const at = new Date(now()).toISOString();
  const { message_id, typing_indicator: typing } = mark.data;
  state.whatsapp.readMarks.push({ account: number.id, message_id, at });
  const act = { channel: 'wa' as const, account: number.id, to: null, target: message_id, at };
  state.acts.push({ ...act, act: 'read', value: null });
  if (!typing) return { status: 200, body: { success: true } };
  state.typing.set(message_id, now());
  state.acts.push({ ...act, act: 'typing', value: 'typing' });
  return { status: 200, body: { success: true } };
}

const Rejection = z.object({
  messaging_product: z.literal('whatsapp'),
  call_id: z.string().startsWith('wacid.'),
  action: z.literal('reject'),
});

/** Meta's error for an act on a call by an app that does not get the calls of the number. */
const NOT_CALLS_PRIMARY = 138_038;

/** POST /{phone-number-id}/calls: of the calling API the sandbox knows the rejection only. */
function rejectCall(state: SandboxState, number: PhoneNumber, body: unknown, now: () => number): ProviderAnswer {
  const rejection = Rejection.safeParse(body);
  if (!rejection.success) return badParameter(`Param ${String(rejection.error.issues[0]?.path[0])} is not valid`);
  if (number.isCallsPrimary === false)
    return graphError(NOT_CALLS_PRIMARY, { message: 'Only the primary responder of calls may act on a call.' });
  const at = new Date(now()).toISOString();
  const { call_id: target } = rejection.data;
  state.acts.push({ channel: 'wa', account: number.id, to: null, target, act: 'reject_call', value: null, at });
  return { status: 200, body: { messaging_product: 'whatsapp', success: true } };
}
