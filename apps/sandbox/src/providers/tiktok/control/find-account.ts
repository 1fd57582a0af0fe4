import type { FastifyReply } from 'fastify';
import type { TiktokAccount } from '../state/tiktok-account.ts';
import type { TiktokWebhooks } from '../wire/post-webhook.ts';
import type { TiktokDeps } from '../wire/tiktok-route.ts';
import type { PersonActs } from './person-acts.ts';

export type TiktokControlDeps = TiktokDeps & { webhooks: TiktokWebhooks; people: PersonActs };

/** The account of a control call: by open id, or the first. */
export const pickTiktokAccount = (state: TiktokDeps['state'], openId: string | undefined): TiktokAccount | undefined =>
  openId === undefined ? state.accounts.values().next().value : state.accounts.get(openId);

/** The answer to a call whose target is unknown. */
export const unknownTiktok = (reply: FastifyReply, what: 'account' | 'comment' | 'video') =>
  reply.code(404).send({ ok: false, error: `unknown_${what}` });
