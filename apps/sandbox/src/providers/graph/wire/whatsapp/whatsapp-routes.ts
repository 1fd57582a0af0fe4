import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerWithFaults } from '../../../../faults/answer-with-faults.ts';
import type { Fault } from '../../../../faults/define-fault.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { BusinessAccount } from '../../state/business-account.ts';
import { authorizeToken, mayUse, refuseVersion } from '../authorize-token.ts';
import { objectMissing } from '../graph-error.ts';
import { listPage } from '../list-page.ts';
import type { SharedCalls } from '../pages/page-routes.ts';
import type { makeAcceptSend } from './accept-send.ts';
import { askedFields, describeMedia, describeNumber, listedNumber } from './describe-object.ts';
import { markRead } from './mark-read.ts';
import { mediaRoutes } from './media-routes.ts';
import { rejectCall } from './reject-call.ts';
import { subscribedApps } from './subscribed-apps.ts';
import { beginUpload, createTemplate, deleteTemplates, editTemplate, takeUpload } from './write-template.ts';

export interface WhatsappDeps {
  state: SandboxState;
  appSecret: string;
  acceptSend: ReturnType<typeof makeAcceptSend>;
  now: () => number;
  /** Pages and Instagram accounts answer the same paths for their own objects. */
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
      const wrongVersion = refuseVersion(version);
      if (wrongVersion) return wrongVersion;
      const authorized = authorizeToken(state, deps.appSecret, request);
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

  route('POST', '/:version/:id/calls', ({ request, id, token }) => {
    const number = state.whatsapp.phoneNumbers.get(id);
    if (!number || !mayUse(state.whatsapp.businessAccounts.get(number.wabaId), token)) return objectMissing(id, 'post');
    return rejectCall(state, number, request.body, deps.now);
  });

  route('POST', '/:version/:id/uploads', ({ request }) => beginUpload(state.whatsapp, request.query));

  route('POST', '/:version/:id', ({ request, id, token }) => {
    if (id.startsWith('upload:')) return takeUpload(state.whatsapp, id, request);
    const usable = [...state.whatsapp.businessAccounts.values()].filter((account) => mayUse(account, token));
    const template = usable.flatMap(({ templates }) => templates).find((known) => known.id === id);
    return template ? editTemplate(state.whatsapp, template, request.body) : objectMissing(id, 'post');
  });

  route('POST', '/:version/:id/register', ({ id, token }) => {
    const number = state.whatsapp.phoneNumbers.get(id);
    if (!number || !mayUse(state.whatsapp.businessAccounts.get(number.wabaId), token)) return objectMissing(id, 'post');
    number.registered = true;
    return { status: 200, body: { success: true } };
  });

  route('GET', '/:version/:id', ({ request, id, token }) => {
    const number = state.whatsapp.phoneNumbers.get(id);
    if (number && mayUse(state.whatsapp.businessAccounts.get(number.wabaId), token))
      return describeNumber(number, request.query);
    const account = state.whatsapp.businessAccounts.get(id);
    if (mayUse(account, token)) return { status: 200, body: { id: account.id, name: account.name } };
    const media = state.media.get(id);
    return media ? describeMedia(media, originOf(request), deps.now()) : objectMissing(id, 'get');
  });

  route('DELETE', '/:version/:id', ({ id }) =>
    state.media.delete(id) ? { status: 200, body: { success: true } } : objectMissing(id, 'delete'),
  );
}

/** The address under which the caller reached the sandbox. */
export function originOf(request: FastifyRequest): string {
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
