import { z } from 'zod';

const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(25).catch(25),
  after: z.string().optional(),
  before: z.string().optional(),
});

/** One page of a Graph list with its cursors; `next` and `previous` are absent at the ends. */
export function listPage(items: unknown[], query: unknown, selfUrl: string) {
  const { limit, after, before } = PageQuery.parse(query ?? {});
  const start =
    after !== undefined ? indexOf(after) + 1 : before !== undefined ? Math.max(0, indexOf(before) - limit) : 0;
  const page = items.slice(start, start + limit);
  if (page.length === 0) return { data: [] };
  const cursors = { before: cursorOf(start), after: cursorOf(start + page.length - 1) };
  return {
    data: page,
    paging: {
      cursors,
      ...(start + page.length < items.length ? { next: withCursor(selfUrl, 'after', cursors.after) } : {}),
      ...(start > 0 ? { previous: withCursor(selfUrl, 'before', cursors.before) } : {}),
    },
  };
}

function cursorOf(index: number): string {
  return Buffer.from(`sandbox:${index}`).toString('base64url');
}

function indexOf(cursor: string): number {
  const index = Number(Buffer.from(cursor, 'base64url').toString('latin1').replace('sandbox:', ''));
  return Number.isSafeInteger(index) && index >= 0 ? index : -1;
}

function withCursor(selfUrl: string, name: 'after' | 'before', cursor: string): string {
  const url = new URL(selfUrl);
  url.searchParams.delete('after');
  url.searchParams.delete('before');
  url.searchParams.set(name, cursor);
  return url.href;
}
