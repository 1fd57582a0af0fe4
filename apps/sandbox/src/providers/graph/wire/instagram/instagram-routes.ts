import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerWithFaults } from '../../../../faults/answer-with-faults.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { InstagramRefusal, MetaToken, Page } from '../../state/page.ts';
import { refuseVersion } from '../authorize-token.ts';
import { badParameter, graphError, objectMissing } from '../graph-error.ts';
import { deadSubcodeOf, parametersOf, textOf, tokenOf } from '../pages/authorize-page-call.ts';
import {
  changeComment,
  findPlace,
  listComments,
  type ObjectCall,
  removeComment,
  writeComment,
} from '../pages/comment-calls.ts';
import { deadToken, metaError } from '../pages/meta-error.ts';
import { pickFields, readFields, refuseUnknownField } from '../pages/read-fields.ts';
import { showObject } from '../pages/show-object.ts';
import type { InstagramDeps } from './instagram-app.ts';
import { exchangeInstagramCode, lengthenInstagramToken, refreshInstagramToken } from './instagram-tokens.ts';

/** A call with an account's own token. */
type Call = ObjectCall & { page: Page };
type Handle = (call: Call) => ProviderAnswer | Promise<ProviderAnswer>;

/** The webhook fields that an Instagram app offers. */
const FIELDS: ReadonlySet<string> = new Set([
  'messages',
  'message_reactions',
  'message_edit',
  'messaging_postbacks',
  'messaging_seen',
  'messaging_referral',
  'messaging_handover',
  'messaging_optins',
  'standby',
  'comments',
  'live_comments',
]);

/** `api.instagram.com` and `graph.instagram.com`, for accounts with Instagram Login. */
export function instagramRoutes(app: FastifyInstance, deps: InstagramDeps) {
  const { faults } = deps.state;
  const onApp = (handle: (deps: InstagramDeps, given: Record<string, unknown>) => ProviderAnswer) =>
    answerWithFaults(faults, 'ig', (request) => handle(deps, parametersOf(request)));
  app.post('/instagram/oauth/access_token', onApp(exchangeInstagramCode));
  app.get('/instagram/access_token', onApp(lengthenInstagramToken));
  app.get('/instagram/refresh_access_token', onApp(refreshInstagramToken));

  const on = (handle: Handle) => answerWithFaults(faults, 'ig', (request) => handleCall(deps, request, handle));
  const base = '/instagram/:version';
  app.get(`${base}/me`, on(showMe));
  app.get(`${base}/me/subscribed_apps`, on(showSubscription));
  app.post(`${base}/me/subscribed_apps`, on(subscribe));
  app.delete(
    `${base}/me/subscribed_apps`,
    on(({ page }) => {
      page.subscribedFields = null;
      return { status: 200, body: { success: true } };
    }),
  );
  app.post(
    `${base}/:id/messages`,
    on((call) => send(deps, call)),
  );
  app.get(
    `${base}/:id/replies`,
    on((call) => listComments(deps, call)),
  );
  app.post(
    `${base}/:id/replies`,
    on((call) => writeComment(deps, call, 'replies')),
  );
  app.get(
    `${base}/:id`,
    on((call) => showObject(deps, call)),
  );
  app.post(
    `${base}/:id`,
    on((call) => {
      const comment = findPlace(deps.state, call.id, call.token)?.comment;
      return comment ? changeComment(deps, call, comment) : objectMissing(call.id, 'post');
    }),
  );
  app.delete(
    `${base}/:id`,
    on((call) => {
      const comment = findPlace(deps.state, call.id, call.token)?.comment;
      return comment ? removeComment(deps, comment) : objectMissing(call.id, 'delete');
    }),
  );
}

async function handleCall(deps: InstagramDeps, request: FastifyRequest, handle: Handle): Promise<ProviderAnswer> {
  const { meta } = deps.state;
  const { version, id = 'me' } = request.params as { version: string; id?: string }; // safe: parameters of the paths above
  const refusal = refuseVersion(version);
  if (refusal) return refusal;
  const origin = `${request.protocol}://${request.host}`;
  meta.seenOrigin = origin;
  const token = readToken(deps, request);
  if ('status' in token) return token;
  const page = meta.pageOf(token.pageId);
  if (!page) return objectMissing(id, 'get');
  return handle({ id, token, page, parameters: parametersOf(request), selfUrl: origin + request.url });
}

function readToken({ state, now }: InstagramDeps, request: FastifyRequest): MetaToken | ProviderAnswer {
  const given = tokenOf(request);
  if (!given) return graphError(104, { message: 'An access token is required to request this resource.', status: 400 });
  const token = state.meta.tokens.get(given);
  if (!token?.isInstagram)
    return graphError(190, { message: 'Invalid OAuth access token - Cannot parse access token' });
  const dead = deadSubcodeOf(token, now());
  return dead === null ? token : deadToken(dead, now());
}

function showMe({ page, parameters }: Call): ProviderAnswer {
  const { instagram, login } = page;
  const node = {
    id: page.id,
    user_id: instagram?.id,
    username: instagram?.username,
    name: instagram?.name,
    account_type: login?.accountType,
    profile_picture_url: `https://scontent.cdninstagram.com/${page.id}.jpg`,
  };
  const asked = readFields(textOf(parameters, 'fields'));
  return refuseUnknownField(node, asked, 'IGUser') ?? { status: 200, body: pickFields(node, asked, []) };
}

const showSubscription = ({ page }: Call): ProviderAnswer => ({
  status: 200,
  body: { data: page.subscribedFields === null ? [] : [{ subscribed_fields: page.subscribedFields }] },
});

/** Replaces the list of fields; one that the app does not have is named by error 100. */
function subscribe({ page, parameters }: Call): ProviderAnswer {
  const wanted = (textOf(parameters, 'subscribed_fields') ?? '').split(',').filter(Boolean);
  if (wanted.length === 0) return badParameter('The parameter subscribed_fields is required.');
  const unknown = wanted.findIndex((field) => !FIELDS.has(field) || page.login?.refusedFields.includes(field));
  if (unknown >= 0)
    return badParameter(`Param subscribed_fields[${unknown}] must be one of {…} - got "${wanted[unknown]}".`);
  page.subscribedFields = wanted;
  return { status: 200, body: { success: true } };
}

const refuseAccount: Readonly<Record<InstagramRefusal, () => ProviderAnswer>> = {
  no_access: () => metaError(200, { subcode: 2_534_041 }),
  restricted: () => metaError(10, { subcode: 1_893_063 }),
  blocked: () => metaError(100, { subcode: 2_534_029 }),
};

function send(deps: InstagramDeps, { id, token, page, parameters }: Call): ProviderAnswer | Promise<ProviderAnswer> {
  const account = page.instagram?.id ?? '';
  if (id !== 'me' && id !== account) return objectMissing(id, 'post');
  const refusal = page.login?.refusal;
  if (refusal) return refuseAccount[refusal]();
  return deps.acceptSend({ channel: 'ig', account, page }, token, parameters);
}
