import type { FastifyRequest } from 'fastify';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { type MetaState, makeSecret } from '../../state/meta-state.ts';
import type { MetaToken, Page } from '../../state/page.ts';
import { graphError } from '../graph-error.ts';
import { listPage } from '../list-page.ts';
import { parametersOf, refuseScope, textOf } from './authorize-page-call.ts';
import { pickFields, readFields } from './read-fields.ts';
import { instagramNode } from './show-node.ts';

const DEFAULT_FIELDS = ['access_token', 'category', 'category_list', 'name', 'tasks'];

/** GET /me/accounts: the granted pages with their tokens, a page at a time; `next` carries the token, as on the platform. */
export function listAccounts(
  meta: MetaState,
  token: MetaToken,
  request: FastifyRequest,
  origin: string,
): ProviderAnswer {
  if (token.kind !== 'user') {
    return graphError(100, { message: '(#100) Tried accessing nonexisting field (accounts) on node type (Page)' });
  }
  const refusal = refuseScope(token, 'pages_show_list');
  if (refusal) return refusal;
  const asked = readFields(textOf(parametersOf(request), 'fields'));
  const granted = [...meta.pages.values()].filter((page) => token.pageIds === null || token.pageIds.includes(page.id));
  const url = new URL(origin + request.url);
  url.searchParams.set('access_token', token.token);
  const list = listPage(granted, request.query, url.href);
  const data = list.data.map((page) => pickFields(accountNode(meta, page as Page, token), asked, DEFAULT_FIELDS)); // safe: listPage returns its own elements
  return { status: 200, body: { ...list, data } };
}

function accountNode(meta: MetaState, page: Page, token: MetaToken): Record<string, unknown> {
  const instagram =
    page.instagram && token.scopes.includes('instagram_basic') ? instagramNode(page.instagram) : undefined;
  return {
    id: page.id,
    name: page.name,
    category: page.category,
    category_list: [{ id: '2201', name: page.category }],
    tasks: page.tasks,
    access_token: pageTokenFor(meta, page, token),
    picture: { data: { url: `https://scontent.xx.fbcdn.net/${page.id}.jpg`, is_silhouette: false } },
    instagram_business_account: instagram,
  };
}

/** A page token from a long-lived user token does not expire; from a short-lived one it expires with it. */
function pageTokenFor(meta: MetaState, page: Page, user: MetaToken): string {
  const current = meta.tokens.get(page.token);
  if (user.longLived) {
    if (current?.deadSubcode !== null) meta.givePageToken(page, makeSecret('EAAGp'));
    const lasting = meta.tokens.get(page.token);
    if (lasting) Object.assign(lasting, { scopes: user.scopes, issuedAtMs: user.issuedAtMs });
    return page.token;
  }
  const passing: MetaToken = { ...user, token: makeSecret('EAAGs'), kind: 'page', pageId: page.id, pageIds: [page.id] };
  meta.tokens.set(passing.token, passing);
  return passing.token;
}
