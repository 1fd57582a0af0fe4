import { AppError } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed } from '../answers/method-not-allowed.ts';
import { sendJson } from '../answers/send-answer.ts';
import { extractKey } from '../authentication/extract-key.ts';
import { authenticateBy, type CustomerAccess, makeCustomer } from '../callers/customer.ts';
import { ACT_ROUTES } from '../evolution/act-routes.ts';
import type { EvolutionRequest } from '../evolution/call-action.ts';
import { sendEvolutionError } from '../evolution/evolution-errors.ts';
import type { EvolutionRoute } from '../evolution/evolution-route.ts';
import { findInstance } from '../evolution/find-instance.ts';
import { refusePath } from '../evolution/not-offered.ts';
import { SEND_ROUTES } from '../evolution/send-routes.ts';
import { fetchInstances, STATE_ROUTES } from '../evolution/state-routes.ts';
import { WEBHOOK_ROUTES } from '../evolution/webhook-routes.ts';
import { readJsonObject } from '../input/read-json-object.ts';
import { identifySender } from '../pipeline/answer-request.ts';
import type { Uploads } from '../uploads/upload-operations.ts';
import { routeEveryMethod } from './route-every-method.ts';

interface EvolutionAccess extends CustomerAccess {
  uploads: Uploads;
}

const ROUTES: ReadonlyMap<string, EvolutionRoute> = new Map(
  Object.entries({ ...SEND_ROUTES, ...STATE_ROUTES, ...ACT_ROUTES, ...WEBHOOK_ROUTES }),
);

const FETCH_INSTANCES = 'instance/fetchInstances';
const NOT_CHOSEN = new AppError('unknown_action');

/** The answer of the address itself, which programs ask first. */
const WELCOME = {
  status: 200,
  message: 'Welcome to the Evolution API, it is working!',
  version: '2.3.7',
  clientName: 'parley',
  manager: '',
  documentation: '',
  whatsappWebVersion: '',
};

/** The key of a request: these programs send it as `apikey`. */
function keyOf({ headers }: FastifyRequest): string | null {
  const { apikey } = headers;
  const given = (Array.isArray(apikey) ? apikey.join(', ') : apikey)?.trim();
  return given || extractKey(headers);
}

/** The route and instance that a path names; the name of an instance may have slashes. */
function readPath(request: FastifyRequest): { path: string; name: string } {
  const { '*': rest = '' } = request.params as { '*'?: string }; // safe: the address has this parameter
  const [group = '', route = '', ...name] = rest.split('/');
  return { path: `${group}/${route}`, name: name.join('/') };
}

const readBody = (request: FastifyRequest, { method, hasBody, takesFile }: EvolutionRoute, uploads: Uploads) => {
  if (method !== 'POST' && !hasBody) return {};
  return takesFile ? uploads.readJson(request) : readJsonObject(request);
};

async function answer(asked: EvolutionRequest, uploads: Uploads): Promise<FastifyReply> {
  const { request, reply } = asked;
  const { path, name } = readPath(request);
  if (path === FETCH_INSTANCES && request.method === 'GET') {
    const { instanceName } = request.query as { instanceName?: string | string[] }; // safe: the query parser answers texts, and lists for repeated names
    return sendJson(
      reply,
      200,
      await fetchInstances(asked, Array.isArray(instanceName) ? instanceName[0] : instanceName),
    );
  }
  const route = ROUTES.get(path);
  if (!route) throw refusePath(request.method, path);
  if (request.method !== route.method) throw methodNotAllowed([route.method]);
  request.operation = route.action;
  const instance = await findInstance(asked, name);
  const body = await readBody(request, route, uploads);
  return sendJson(reply, route.status, await route.answer(asked, { instance, body }));
}

/**
 * The routes of Evolution API over the customer actions, for programs that were written for it
 * (docs/reference/evolution.md). They decide nothing: keys, limits, rights, audit and the services are those of
 * `?action=…`.
 */
export function addEvolutionRoutes(app: FastifyInstance, { uploads, ...access }: EvolutionAccess): void {
  const customer = makeCustomer(access);
  const sender = {
    ...customer,
    authenticate: (request: FastifyRequest) => authenticateBy(access, request, keyOf(request)),
  };
  routeEveryMethod(app, '/:tenant/evolution', (request, reply) => {
    request.operation = 'evolution';
    if (request.method !== 'GET') throw methodNotAllowed(['GET']);
    return sendJson(reply, 200, WELCOME);
  });
  routeEveryMethod(app, '/:tenant/evolution/*', async (request, reply) => {
    request.operation = 'evolution';
    try {
      const key = await identifySender(sender, NOT_CHOSEN, request, reply);
      return await answer({ access, key, request, reply }, uploads);
    } catch (error) {
      const { names = {} } = ROUTES.get(readPath(request).path) ?? {};
      return sendEvolutionError(reply, error, names);
    } finally {
      uploads.leave(request);
    }
  });
}
