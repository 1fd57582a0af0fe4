import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerWithFaults } from '../../../faults/answer-with-faults.ts';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import { badParam, tiktokError, tiktokOk } from './tiktok-answer.ts';
import { readInput, TIKTOK_API, type TiktokDeps } from './tiktok-route.ts';
import { exchangeCode, refreshTokens, revokeToken } from './token-calls.ts';

const Client = { client_id: z.string(), client_secret: z.string() };
const Exchange = z.object({
  ...Client,
  grant_type: z.literal('authorization_code'),
  auth_code: z.string().min(1),
  redirect_uri: z.string().min(1),
});
const Refresh = z.object({ ...Client, grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1) });
const Revoke = z.object({ ...Client, access_token: z.string().min(1) });
const Info = z.object({ app_id: z.string(), access_token: z.string() });

/** The token endpoints: exchange, refresh, revoke, and information about a token. */
export function oauthRoutes(app: FastifyInstance, deps: TiktokDeps) {
  const { state, now } = deps;
  const route = <S extends z.ZodType>(path: string, schema: S, handle: (input: z.infer<S>) => ProviderAnswer) =>
    app.post(
      `${TIKTOK_API}/tt_user${path}`,
      answerWithFaults(deps.faults, 'tt', (request) => {
        const input = readInput(schema, request.body ?? {});
        return 'refusal' in input ? input.refusal : handle(input.value);
      }),
    );
  const ofApp =
    <T extends { client_id: string; client_secret: string }>(handle: (input: T) => ProviderAnswer) =>
    (input: T): ProviderAnswer => {
      if (input.client_id !== deps.app.id) return badParam('client_id');
      return input.client_secret === deps.app.secret ? handle(input) : badParam('client_secret');
    };

  route(
    '/oauth2/token/',
    Exchange,
    ofApp(({ auth_code: code, redirect_uri: redirectUri }) => exchangeCode(state, { code, redirectUri }, now())),
  );
  route(
    '/oauth2/refresh_token/',
    Refresh,
    ofApp(({ refresh_token: token }) => refreshTokens(state, token, now())),
  );
  route(
    '/oauth2/revoke/',
    Revoke,
    ofApp(({ access_token: token }) => revokeToken(state, token)),
  );
  route('/token_info/get/', Info, ({ app_id: appId, access_token: accessToken }) => {
    if (appId !== deps.app.id) return badParam('app_id');
    const token = state.accessTokens.get(accessToken);
    if (!token) return tiktokError(40105);
    if (token.expiresAtMs <= now()) return tiktokError(40102);
    return tiktokOk({ app_id: appId, creator_id: token.openId, scope: token.scopes.join(',') });
  });
}
