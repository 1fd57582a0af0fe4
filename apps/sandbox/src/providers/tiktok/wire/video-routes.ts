import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { commentsBelow } from './show-comment.ts';
import { tiktokOk } from './tiktok-answer.ts';
import { accountRoute, type TiktokDeps } from './tiktok-route.ts';

/** Arrays in a query are JSON. */
export const JsonStrings = z
  .string()
  .transform((text, context) => {
    try {
      return z.array(z.string()).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'no JSON array' });
      return z.NEVER;
    }
  })
  .optional();

const Business = z.object({ business_id: z.string(), fields: JsonStrings });
const Videos = z.object({
  business_id: z.string(),
  fields: JsonStrings,
  cursor: z.coerce.number().int().optional(),
  max_count: z.coerce.number().int().min(1).max(20).default(10),
});

const onlyAsked = (all: Record<string, unknown>, asked: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => asked.includes(name)));

/** An account's profile, and its videos, newest first. */
export function videoRoutes(app: FastifyInstance, deps: TiktokDeps) {
  const { state } = deps;
  accountRoute(app, deps, {
    method: 'GET',
    path: '/business/get/',
    scope: 'user.info.basic',
    input: Business,
    handle: ({ account, input: { fields = ['profile_image'] } }) =>
      tiktokOk(
        onlyAsked(
          {
            username: account.username,
            display_name: account.displayName,
            profile_image: 'https://p16-sign.tiktokcdn.com/b.jpeg',
            is_business_account: true,
          },
          fields,
        ),
      ),
  });
  accountRoute(app, deps, {
    method: 'GET',
    path: '/business/video/list/',
    scope: 'video.list',
    input: Videos,
    handle({ account, input: { fields = ['caption'], cursor, max_count: limit } }) {
      const all = account.videos
        .filter(({ createdAtMs }) => cursor === undefined || createdAtMs < cursor)
        .sort((one, other) => other.createdAtMs - one.createdAtMs);
      const shown = all.slice(0, limit);
      const videos = shown.map(({ id, createdAtMs, caption }) =>
        onlyAsked(
          {
            item_id: id,
            create_time: String(Math.floor(createdAtMs / 1000)),
            caption,
            share_url: `https://www.tiktok.com/@${account.username}/video/${id}`,
            thumbnail_url: 'https://p16-sign.tiktokcdn.com/t.jpeg',
            comments: commentsBelow(state, { openId: account.openId, videoId: id, parentId: null }).length,
          },
          fields,
        ),
      );
      return tiktokOk({ videos, cursor: shown.at(-1)?.createdAtMs ?? 0, has_more: all.length > shown.length });
    },
  });
}
