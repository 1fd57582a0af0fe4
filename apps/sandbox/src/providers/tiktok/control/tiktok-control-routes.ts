import type { FastifyInstance } from 'fastify';
import { ControlError } from '../../../control/control-error.ts';
import { mountControls } from '../../../control/mount-controls.ts';
import type { TiktokAccount, TiktokState } from '../state/tiktok-state.ts';
import { endTokens, giveTokens } from '../state/tiktok-tokens.ts';
import type { CommentActs } from '../wire/comment-acts.ts';
import type { TiktokWebhooks } from '../wire/post-webhook.ts';
import { showComment } from '../wire/show-comment.ts';
import { TIKTOK_SCOPES } from '../wire/tiktok-scopes.ts';
import type { PersonActs } from './person-acts.ts';
import { type CommentInput, TIKTOK_CONTROLS, type VideoInput } from './tiktok-controls.ts';

interface Deps {
  state: TiktokState;
  webhooks: TiktokWebhooks;
  people: PersonActs;
  comments: CommentActs;
  now: () => number;
}

/** Simulated people of TikTok, its accounts, their videos, tokens and comments, its dialog and its settings. */
export function tiktokControlRoutes(app: FastifyInstance, deps: Deps) {
  const { state, webhooks, people, comments, now } = deps;
  let nextVideo = 0;
  const videoOf = ({ id, created_at: at, caption }: VideoInput) => ({
    id: id ?? String(7_300_000_000_000_100_000n + BigInt(nextVideo++)),
    createdAtMs: at === undefined ? now() : Date.parse(at),
    caption,
  });

  mountControls(app, TIKTOK_CONTROLS, {
    customerWrites: (given, { id }) => people.write(pickAccount(state, given.account), id, given),
    customerReacts: (given, { id }) => people.react(pickAccount(state, given.account), id, given),
    ownerWrites: (given, { id }) => people.writeByHand(pickAccount(state, given.account), id, given),
    describeCustomer({ account, username, display_name, last_inbound_at: at, reach }, { id }) {
      const conversation = state.conversation(pickAccount(state, account).openId, id);
      const person = state.person(id);
      person.username = username ?? person.username;
      person.displayName = display_name ?? person.displayName;
      if (at !== undefined) conversation.lastInboundAtMs = at === null ? null : Date.parse(at);
      if (reach !== undefined) conversation.blocked = reach === 'blocked';
      return { person, conversation };
    },

    customerComments: (given, { id }) => writeComment(deps, id, given),
    ownerComments: (given, { openId }) => writeComment(deps, null, { ...given, account: openId }),
    comments({ account, video_id: videoId }) {
      const found = [...state.comments.values()]
        .filter(({ openId }) => account === undefined || openId === account)
        .filter((comment) => videoId === undefined || comment.videoId === videoId);
      return { count: found.length, comments: found.map((comment) => showComment(state, comment)) };
    },
    changeComment: async ({ hidden, webhook }, { id }) =>
      (await comments.show(id, hidden ? 'HIDDEN' : 'PUBLIC', webhook)) ?? unknown('comment'),
    deleteComment: async ({ webhook }, { id }) => (await comments.remove(id, webhook)) ?? unknown('comment'),

    putAccount({ open_id: openId, username, display_name, videos }) {
      const known = state.accounts.get(openId);
      const account = {
        openId,
        username: username ?? known?.username ?? 'sandbox_shop',
        displayName: display_name ?? known?.displayName ?? 'Sandbox shop',
        videos: videos?.map(videoOf) ?? known?.videos ?? [videoOf({ caption: 'hello' })],
      };
      state.accounts.set(openId, account);
      return { account };
    },
    removeAccount: (_, { openId }) => ({ deleted: state.accounts.delete(openId) }),
    accounts: () => ({
      accounts: [...state.accounts.values()].map((account) => ({
        ...account,
        tokenRefreshes: state.refreshes.get(account.openId) ?? [],
      })),
    }),
    addVideo(given, { openId }) {
      const video = videoOf(given);
      pickAccount(state, openId).videos.push(video);
      return { video };
    },
    changeTokens({ state: how, scopes = Object.keys(TIKTOK_SCOPES) }, { openId }) {
      pickAccount(state, openId);
      if (how === 'issue') return { tokens: giveTokens(state, openId, scopes, now()) };
      endTokens(state, openId, how);
    },
    async removeAuthorization({ reason, times }, { openId }) {
      endTokens(state, openId, 'revoked');
      return { callback: await webhooks.post(openId, 'authorization.removed', { reason }, { times }) };
    },

    dialog: () => ({ dialog: state.dialog }),
    presetDialog({ account, declined_scopes, answer }) {
      if (account !== undefined) state.dialog.openId = account;
      state.dialog.declinedScopes = declined_scopes ?? state.dialog.declinedScopes;
      state.dialog.answer = answer ?? state.dialog.answer;
      return { dialog: state.dialog };
    },
    changeSettings(given) {
      const { settings } = state;
      settings.commentWebhooks = given.comment_webhooks ?? settings.commentWebhooks;
      settings.rotateRefreshToken = given.rotate_refresh_token ?? settings.rotateRefreshToken;
      settings.accessLifeSeconds = given.access_life_seconds ?? settings.accessLifeSeconds;
      settings.images = given.images ?? settings.images;
      return { settings };
    },
    async postWebhook({ body, signature, times }) {
      const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
      const callbacks = [];
      for (let i = 0; i < times; i++) callbacks.push(await webhooks.postRaw(raw, signature));
      return { callbacks };
    },
  });
}

/** The account of a call: by open id, or the first. */
function pickAccount({ accounts }: TiktokState, openId: string | undefined): TiktokAccount {
  const found = openId === undefined ? accounts.values().next().value : accounts.get(openId);
  return found ?? unknown('account');
}

function unknown(target: 'account' | 'comment' | 'video'): never {
  throw new ControlError(404, `unknown_${target}`);
}

async function writeComment({ state, comments, now }: Deps, personId: string | null, given: CommentInput) {
  const account = pickAccount(state, given.account);
  const newest = [...account.videos].sort((one, other) => other.createdAtMs - one.createdAtMs)[0];
  const video = account.videos.find(({ id }) => id === (given.video_id ?? newest?.id)) ?? unknown('video');
  const parent = given.parent_id === undefined ? null : (state.comments.get(given.parent_id) ?? unknown('comment'));
  if (personId !== null) {
    const person = state.person(personId);
    person.username = given.username ?? person.username;
    person.displayName = given.display_name ?? person.displayName;
  }
  const { comment, callback } = await comments.write(
    {
      id: given.comment_id,
      openId: account.openId,
      videoId: video.id,
      parentId: parent === null ? null : (parent.parentId ?? parent.id),
      personId,
      text: given.text,
      createdAtMs: given.at === undefined ? now() : Date.parse(given.at),
    },
    given,
  );
  return {
    account: account.openId,
    comment_id: comment.id,
    video_id: video.id,
    parent_id: comment.parentId,
    callback,
  };
}
