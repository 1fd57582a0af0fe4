import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { answerWithFaults } from '../../../../faults/answer-with-faults.ts';
import type { FaultProvider } from '../../../../faults/define-fault.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import { PERSON } from '../../state/meta-state.ts';
import { refuseVersion } from '../authorize-token.ts';
import { controlPageThread } from '../control-thread.ts';
import { graphError, objectMissing } from '../graph-error.ts';
import { refuseEnded } from '../refuse-ended.ts';
import type { makeAcceptPageSend } from './accept-page-send.ts';
import { authorizePageCall, isTokenOf, parametersOf, tokenOf } from './authorize-page-call.ts';
import {
  type CommentCallDeps,
  changeComment,
  findPlace,
  listComments,
  type ObjectCall,
  removeComment,
  writeComment,
} from './comment-calls.ts';
import { exchangeToken } from './exchange-token.ts';
import { inspectToken } from './inspect-token.ts';
import { listAccounts } from './list-accounts.ts';
import { pageSubscription } from './page-subscription.ts';
import { listMedia, showObject } from './show-object.ts';

interface PageRouteDeps extends CommentCallDeps {
  appId: string;
  appSecret: string;
  acceptSend: ReturnType<typeof makeAcceptPageSend>;
  /** The address of the app's webhooks; null: none. */
  callbackUrl: () => string | null;
}

type Handle = (call: ObjectCall, request: FastifyRequest) => ProviderAnswer | Promise<ProviderAnswer>;

/** The calls whose paths WhatsApp shares: the owner of the object decides which one handles the call. */
export interface SharedCalls {
  takes(request: FastifyRequest): boolean;
  handlerOf(method: string, path: string): RouteHandlerMethod | undefined;
}

/** Makes the calls that pages share with WhatsApp. */
export function makeSharedCalls(deps: PageRouteDeps): SharedCalls {
  const { meta } = deps.state;
  const on = (handle: Handle) => pageHandler(deps, handle);
  const subscription = (verb: 'get' | 'post' | 'delete') =>
    on((call) => {
      const page = meta.pages.get(call.id);
      return page
        ? pageSubscription(page, deps.appId, verb, call.token, call.parameters)
        : objectMissing(call.id, verb);
    });
  const handlers: Record<string, RouteHandlerMethod> = {
    'POST /:version/:id/messages': on((call) => {
      const granted = meta.grantedAccount(call.id);
      if (!granted || !isTokenOf(call.token, granted.page)) return objectMissing(call.id, 'post');
      return deps.acceptSend(granted, call.token, call.parameters);
    }),
    'GET /:version/:id/subscribed_apps': subscription('get'),
    'POST /:version/:id/subscribed_apps': subscription('post'),
    'DELETE /:version/:id/subscribed_apps': subscription('delete'),
    'GET /:version/:id': on((call) =>
      call.token.kind === 'user' && call.id === PERSON.id
        ? { status: 200, body: { name: PERSON.name, id: PERSON.id } }
        : showObject(deps, call),
    ),
    'POST /:version/:id': on((call) => {
      const comment = findPlace(deps.state, call.id, call.token)?.comment;
      return comment ? changeComment(deps, call, comment) : objectMissing(call.id, 'post');
    }),
    'DELETE /:version/:id': on((call) => {
      const comment = findPlace(deps.state, call.id, call.token)?.comment;
      return comment ? removeComment(deps, comment) : objectMissing(call.id, 'delete');
    }),
  };
  return {
    takes: (request) =>
      meta.tokens.get(tokenOf(request) ?? '') !== undefined || meta.grantedAccount(idOf(request)) !== undefined,
    handlerOf: (method, path) => handlers[`${method} ${path}`],
  };
}

/** The calls that only pages, Instagram accounts and authorizations have, under `/{version}/…`. */
export function pageRoutes(app: FastifyInstance, deps: PageRouteDeps) {
  const { meta, faults } = deps.state;
  const on = (handle: Handle) => pageHandler(deps, handle);
  const exchange = answerWithFaults(faults, 'fb', (request) => exchangeToken(withMeta(deps), parametersOf(request)));
  app.route({ method: ['GET', 'POST'], url: '/:version/oauth/access_token', handler: exchange });
  const inspect = answerWithFaults(faults, 'fb', (request) =>
    inspectToken(withMeta(deps), tokenOf(request), parametersOf(request)),
  );
  app.get('/:version/debug_token', inspect);
  const ownApp = answerWithFaults(faults, 'fb', (request) => showApp(deps, tokenOf(request)));
  app.get(`/:version/${deps.appId}`, ownApp);
  const subscriptions = answerWithFaults(faults, 'fb', (request) => showSubscriptions(deps, tokenOf(request)));
  app.get(`/:version/${deps.appId}/subscriptions`, subscriptions);
  const accounts = on((call, request) => listAccounts(meta, call.token, request, originOf(request)));
  app.get('/:version/me/accounts', accounts);
  app.get('/:version/:id/accounts', accounts);
  for (const edge of ['comments', 'replies'] as const) {
    app.get(
      `/:version/:id/${edge}`,
      on((call) => listComments(deps, call)),
    );
    app.post(
      `/:version/:id/${edge}`,
      on((call) => writeComment(deps, call, edge)),
    );
  }
  for (const verb of ['take', 'pass', 'release'] as const)
    app.post(
      `/:version/:id/${verb}_thread_control`,
      on((call) => {
        const granted = meta.grantedAccount(call.id);
        if (!granted || !isTokenOf(call.token, granted.page)) return objectMissing(call.id, 'post');
        const { id: page, instagram } = granted.page;
        return controlPageThread(deps, { page, instagram: instagram?.id ?? null }, verb, call.parameters);
      }),
    );
  app.get(
    '/:version/:id/media',
    on((call) => {
      const granted = meta.grantedAccount(call.id);
      return granted ? listMedia(granted.page, call) : objectMissing(call.id, 'get');
    }),
  );
}

/** A call with version, token and proof checked; `me` is the token's own object. */
function pageHandler(deps: PageRouteDeps, handle: Handle): RouteHandlerMethod {
  const { meta, faults } = deps.state;
  return answerWithFaults(
    faults,
    (request) => providerOf(deps.state, request),
    async (request) => {
      const { version } = request.params as { version: string }; // safe: part of every path here
      const refusal = refuseVersion(version) ?? refuseEnded(request);
      if (refusal) return refusal;
      meta.seenOrigin = originOf(request);
      const authorized = authorizePageCall({ meta, appSecret: deps.appSecret, now: deps.now }, request);
      if ('refusal' in authorized) return authorized.refusal;
      const { token } = authorized;
      const asked = idOf(request);
      const id = asked === 'me' ? (token.pageId ?? PERSON.id) : asked;
      const selfUrl = originOf(request) + request.url;
      return handle({ id, token, parameters: parametersOf(request), selfUrl }, request);
    },
  );
}

/** The channel of a call for faults: that of the object, or of the person that a page writes to. */
function providerOf(state: SandboxState, request: FastifyRequest): FaultProvider {
  const id = idOf(request);
  const { recipient } = parametersOf(request) as { recipient?: { id?: unknown; comment_id?: unknown } }; // safe: read-only look at unknown fields
  const commentId = typeof recipient?.comment_id === 'string' ? recipient.comment_id : id;
  const isMedia = [...state.meta.pages.values()].some((page) => page.instagram?.media.some((media) => media.id === id));
  const channel =
    state.meta.comment(commentId)?.channel ?? state.meta.grantedAccount(id)?.channel ?? (isMedia ? 'ig' : 'fb');
  if (channel !== 'fb' || typeof recipient?.id !== 'string') return channel;
  const instagram = state.meta.grantedAccount(id)?.page.instagram;
  return instagram && state.customer('ig', instagram.id, recipient.id) ? 'ig' : 'fb';
}

function idOf(request: FastifyRequest): string {
  const { id = 'me' } = request.params as { id?: string }; // safe: a parameter of the paths here
  return id;
}

function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

function withMeta(deps: PageRouteDeps) {
  return {
    meta: deps.state.meta,
    whatsapp: deps.state.whatsapp,
    appId: deps.appId,
    appSecret: deps.appSecret,
    now: deps.now,
  };
}

/** GET /{app id}: the app itself; authorized with `app id|app secret`. */
function showApp(
  { appId, appSecret }: { appId: string; appSecret: string },
  asking: string | undefined,
): ProviderAnswer {
  if (asking !== `${appId}|${appSecret}`) return graphError(190, { message: 'Invalid OAuth access token signature.' });
  return { status: 200, body: { id: appId } };
}

const ROUTED = ['standby', 'messaging_handovers'];
/** The app's webhook fields. */
const SUBSCRIBED: Readonly<Record<string, readonly string[]>> = {
  whatsapp_business_account: [
    ...['messages', 'account_update', 'calls', 'user_preferences', 'phone_number_quality_update', ...ROUTED],
    ...['message_template_status_update', 'message_template_quality_update', 'template_category_update'],
    ...['history', 'smb_app_state_sync', 'smb_message_echoes'],
  ],
  page: [
    ...[
      'messages',
      'messaging_postbacks',
      'message_echoes',
      'message_deliveries',
      'message_reads',
      'message_reactions',
    ],
    ...['message_edits', 'messaging_referrals', 'feed', ...ROUTED],
  ],
  instagram: [
    ...['messages', 'message_reactions', 'messaging_postbacks', 'messaging_seen', 'messaging_referral', 'message_edit'],
    ...['standby', 'messaging_handover', 'comments', 'live_comments'],
  ],
};

/** GET /{app id}/subscriptions: the app's webhooks; authorized with `app id|app secret`. */
function showSubscriptions(
  { appId, appSecret, callbackUrl }: PageRouteDeps,
  asking: string | undefined,
): ProviderAnswer {
  if (asking !== `${appId}|${appSecret}`) return graphError(190, { message: 'Invalid OAuth access token signature.' });
  const callback_url = callbackUrl();
  const webhooks = Object.entries(SUBSCRIBED).map(([object, names]) => {
    const fields = names.map((name) => ({ name, version: 'v27.0' }));
    return { object, callback_url, active: true, fields };
  });
  return { status: 200, body: { data: callback_url === null ? [] : webhooks } };
}
