import type { InstagramAccount, Page, PagePost } from './page.ts';

/** The page and Instagram account of a fresh sandbox; nothing is subscribed to them. */
export const PAGE_SEED = {
  pageId: '1908000000001',
  pageName: 'Demo Page',
  pageToken: 'sandbox-page-token',
  instagramId: '17841400000000000',
  instagramUsername: 'demo.page',
  postIds: ['1908000000001_122100000000', '1908000000001_122100000001'],
  mediaIds: ['17900000000000003', '17900000000000004'],
} as const;

const TASKS = ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'];

/** A page of which only the id is known. */
export function makePage(id: string): Page {
  return {
    id,
    name: `Page ${id}`,
    category: 'Shopping & Retail',
    tasks: [...TASKS],
    instagram: null,
    posts: [makePost(`${id}_122100000000`, 'We are open.')],
    subscribedFields: null,
    token: `sandbox-page-token-${id}`,
  };
}

/** An Instagram professional account with one media object. */
export function makeInstagramAccount(id: string): InstagramAccount {
  return { id, username: `page.${id.slice(-6)}`, name: `Page ${id}`, media: [makePost(`179${id.slice(-14)}`, 'New')] };
}

/** A post with the current time. */
export function makePost(id: string, message: string): PagePost {
  return { id, message, createdAtMs: Date.now() };
}

/** A fresh copy of the seeded page. */
export function seedPage(): Page {
  const { pageId, pageName, pageToken, instagramId, instagramUsername, postIds, mediaIds } = PAGE_SEED;
  return {
    ...makePage(pageId),
    name: pageName,
    token: pageToken,
    posts: postIds.map((id, index) => makePost(id, index === 0 ? 'Summer collection is here.' : 'Open on Sunday.')),
    instagram: {
      id: instagramId,
      username: instagramUsername,
      name: pageName,
      media: mediaIds.map((id, index) => makePost(id, index === 0 ? 'Summer collection' : 'Behind the scenes')),
    },
  };
}
