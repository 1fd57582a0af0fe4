import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type PersonActs, PersonMessage, PersonReaction } from './person-acts.ts';
import type { TiktokWebhooks } from './post-webhook.ts';
import type { TiktokDeps } from './tiktok-route.ts';
import { TIKTOK_SCOPES } from './tiktok-scopes.ts';
import type { TiktokAccount } from './tiktok-state.ts';
import { endTokens, giveTokens } from './tiktok-tokens.ts';

const Video = z.object({
  id: z.string().regex(/^\d+$/).optional(),
  created_at: z.iso.datetime({ offset: true }).optional(),
  caption: z.string().default(''),
});
const Account = z.object({
  open_id: z.string().min(1),
  username: z.string().optional(),
  display_name: z.string().optional(),
  videos: z.array(Video).optional(),
});
const OpenId = z.object({ openId: z.string() });
const Tokens = z.object({
  /** `issue` gives out tokens without a dialog; the others end those that were given out. */
  state: z.enum(['issue', 'expired', 'refresh_expired', 'revoked']),
  scopes: z.array(z.string()).optional(),
});
const Removal = z.object({ reason: z.int().default(1), times: z.int().min(1).max(100).default(1) });
const Dialog = z.object({
  account: z.string().nullable().optional(),
  declined_scopes: z.array(z.string()).optional(),
  answer: z.enum(['ask', 'continue', 'cancel']).optional(),
});
const Settings = z.object({
  comment_webhooks: z.boolean().optional(),
  rotate_refresh_token: z.boolean().optional(),
  access_life_seconds: z.int().min(1).max(86_400).optional(),
});
const Person = z.object({
  account: z.string().optional(),
  username: z.string().optional(),
  display_name: z.string().optional(),
  /** When the person last wrote; null: never. Moves the 48-hour window. */
  last_inbound_at: z.iso.datetime({ offset: true }).nullish(),
  reach: z.enum(['ok', 'blocked']).optional(),
});
const RawWebhook = z.object({
  /** A string goes out byte for byte. */
  body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  signature: z.enum(['valid', 'forged', 'stale', 'none']).default('valid'),
  times: z.int().min(1).max(100).default(1),
});
const PersonId = z.object({ id: z.string().min(1).max(512) });

/** What the control routes need. */
export type TiktokControlDeps = TiktokDeps & { webhooks: TiktokWebhooks; people: PersonActs };

/** The account that a control call means: by open id, or the first. */
export const pickTiktokAccount = (state: TiktokDeps['state'], openId: string | undefined): TiktokAccount | undefined =>
  openId === undefined ? state.accounts.values().next().value : state.accounts.get(openId);

/** The answer to a call that names nothing known. */
export const unknownTiktok = (reply: FastifyReply, what: 'account' | 'comment' | 'video') =>
  reply.code(404).send({ ok: false, error: `unknown_${what}` });

/** `/sandbox/accounts/tt`: accounts, their videos and tokens, and the end of an authorization. */
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
    const given = Account.parse(request.body);
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

/** `/sandbox/customers/tt/{id}`: simulated people who write and react, and the account's owner who types by hand. */
export function tiktokPersonRoutes(app: FastifyInstance, deps: TiktokControlDeps) {
  const { state, people } = deps;
  app.post('/sandbox/customers/tt/:id/messages', async (request, reply) => {
    const given = PersonMessage.parse(request.body ?? {});
    const account = pickTiktokAccount(state, given.account);
    if (!account) return unknownTiktok(reply, 'account');
    return reply.send(await people.write(account, PersonId.parse(request.params).id, given));
  });
  app.post('/sandbox/customers/tt/:id/reactions', async (request, reply) => {
    const given = PersonReaction.parse(request.body);
    const account = pickTiktokAccount(state, given.account);
    if (!account) return unknownTiktok(reply, 'account');
    return reply.send(await people.react(account, PersonId.parse(request.params).id, given));
  });
  app.post('/sandbox/customers/tt/:id/inbox', async (request, reply) => {
    const given = PersonMessage.parse(request.body ?? {});
    const account = pickTiktokAccount(state, given.account);
    if (!account) return unknownTiktok(reply, 'account');
    return reply.send(await people.writeByHand(account, PersonId.parse(request.params).id, given));
  });
  app.put('/sandbox/customers/tt/:id', async (request, reply) => {
    const { id } = PersonId.parse(request.params);
    const given = Person.parse(request.body);
    const account = pickTiktokAccount(state, given.account);
    if (!account) return unknownTiktok(reply, 'account');
    const person = state.person(id);
    person.username = given.username ?? person.username;
    person.displayName = given.display_name ?? person.displayName;
    const conversation = state.conversation(account.openId, id);
    const { last_inbound_at: at } = given;
    if (at !== undefined) conversation.lastInboundAtMs = at === null ? null : Date.parse(at);
    if (given.reach !== undefined) conversation.blocked = given.reach === 'blocked';
    return reply.send({ ok: true, person, conversation });
  });
}

/** What the dialog finds, how TikTok behaves, and webhooks of one's own making. */
export function tiktokSettingRoutes(app: FastifyInstance, deps: TiktokControlDeps) {
  const { state } = deps;
  app.get('/sandbox/dialog/tt', async () => ({ ok: true, dialog: state.dialog }));
  app.put('/sandbox/dialog/tt', async (request) => {
    const given = Dialog.parse(request.body);
    if (given.account !== undefined) state.dialog.openId = given.account;
    state.dialog.declinedScopes = given.declined_scopes ?? state.dialog.declinedScopes;
    state.dialog.answer = given.answer ?? state.dialog.answer;
    return { ok: true, dialog: state.dialog };
  });
  app.put('/sandbox/settings/tt', async (request) => {
    const given = Settings.parse(request.body);
    state.settings.commentWebhooks = given.comment_webhooks ?? state.settings.commentWebhooks;
    state.settings.rotateRefreshToken = given.rotate_refresh_token ?? state.settings.rotateRefreshToken;
    state.settings.accessLifeSeconds = given.access_life_seconds ?? state.settings.accessLifeSeconds;
    return { ok: true, settings: state.settings };
  });
  app.post('/sandbox/webhooks/tt', async (request) => {
    const { body, signature, times } = RawWebhook.parse(request.body);
    const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const callbacks = [];
    for (let i = 0; i < times; i++) callbacks.push(await deps.webhooks.postRaw(raw, signature));
    return { ok: true, callbacks };
  });
}
