import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endTokens, giveTokens } from '../state/tiktok-tokens.ts';
import { TIKTOK_SCOPES } from '../wire/tiktok-scopes.ts';
import { type TiktokControlDeps, unknownTiktok } from './find-account.ts';

/** Body of POST /sandbox/accounts/tt/{open id}/videos. */
export const Video = z.object({
  id: z.string().regex(/^\d+$/).optional(),
  created_at: z.iso.datetime({ offset: true }).optional(),
  caption: z.string().default(''),
});
/** Body of POST /sandbox/accounts/tt: given fields change, the others stay. */
export const TiktokAccountInput = z.object({
  open_id: z.string().min(1),
  username: z.string().optional(),
  display_name: z.string().optional(),
  videos: z.array(Video).optional(),
});
const OpenId = z.object({ openId: z.string() });
/** Body of POST /sandbox/accounts/tt/{open id}/tokens. */
export const Tokens = z.object({
  /** `issue` creates tokens without a dialog; the others end the issued ones. */
  state: z.enum(['issue', 'expired', 'refresh_expired', 'revoked']),
  scopes: z.array(z.string()).optional(),
});
/** Body of POST /sandbox/accounts/tt/{open id}/remove-authorization. */
export const Removal = z.object({ reason: z.int().default(1), times: z.int().min(1).max(100).default(1) });

/** `/sandbox/accounts/tt`: accounts, their videos and tokens, and the revocation of an authorization. */
export function tiktokAccountRoutes(app: FastifyInstance, deps: TiktokControlDeps) {
  const { state, now } = deps;
  let nextVideo = 0;
  const videoOf = ({ id, created_at: at, caption }: z.infer<typeof Video>) => ({
    id: id ?? String(7_300_000_000_000_100_000n + BigInt(nextVideo++)),
    createdAtMs: at === undefined ? now() : Date.parse(at),
    caption,
  });

  app.get('/sandbox/accounts/tt', async () => ({
    ok: true,
    accounts: [...state.accounts.values()].map(({ openId, ...account }) => ({
      openId,
      ...account,
      tokenRefreshes: state.refreshes.get(openId) ?? [],
    })),
  }));
  app.post('/sandbox/accounts/tt', async (request) => {
    const given = TiktokAccountInput.parse(request.body);
    const known = state.accounts.get(given.open_id);
    const account = {
      openId: given.open_id,
      username: given.username ?? known?.username ?? 'sandbox_shop',
      displayName: given.display_name ?? known?.displayName ?? 'Sandbox shop',
      videos: given.videos?.map(videoOf) ?? known?.videos ?? [videoOf({ caption: 'hello' })],
    };
    state.accounts.set(given.open_id, account);
    return { ok: true, account };
  });
  app.delete('/sandbox/accounts/tt/:openId', async (request) => ({
    ok: true,
    deleted: state.accounts.delete(OpenId.parse(request.params).openId),
  }));
  app.post('/sandbox/accounts/tt/:openId/videos', async (request, reply) => {
    const account = state.accounts.get(OpenId.parse(request.params).openId);
    if (!account) return unknownTiktok(reply, 'account');
    const video = videoOf(Video.parse(request.body ?? {}));
    account.videos.push(video);
    return reply.send({ ok: true, video });
  });
  app.post('/sandbox/accounts/tt/:openId/tokens', async (request, reply) => {
    const { openId } = OpenId.parse(request.params);
    const { state: how, scopes = Object.keys(TIKTOK_SCOPES) } = Tokens.parse(request.body);
    if (!state.accounts.has(openId)) return unknownTiktok(reply, 'account');
    if (how === 'issue') return reply.send({ ok: true, tokens: giveTokens(state, openId, scopes, now()) });
    endTokens(state, openId, how);
    return reply.send({ ok: true });
  });
  app.post('/sandbox/accounts/tt/:openId/remove-authorization', async (request) => {
    const { openId } = OpenId.parse(request.params);
    const { reason, times } = Removal.parse(request.body ?? {});
    endTokens(state, openId, 'revoked');
    return { ok: true, callback: await deps.webhooks.post(openId, 'authorization.removed', { reason }, { times }) };
  });
}
