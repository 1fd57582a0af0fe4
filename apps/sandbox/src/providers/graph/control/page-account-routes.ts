import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import type { InstagramAccount, Page } from '../state/page.ts';
import { makeInstagramAccount, makePage, makePost } from '../state/seed-page.ts';
import { PAGE_FIELDS } from '../wire/pages/page-subscription.ts';

const Id = z.string().regex(/^\d{5,20}$/);
/** Body of POST /sandbox/accounts/fb: given fields change, the others stay. */
export const PageInput = z.object({
  id: Id.optional(),
  name: z.string().min(1).optional(),
  token: z.string().min(1).optional(),
  tasks: z.array(z.string()).optional(),
  /** null unlinks it. */
  instagram: z
    .object({ id: Id.optional(), username: z.string().optional(), name: z.string().optional() })
    .nullable()
    .optional(),
  /** true: to every field, as the connecting flow does. */
  subscribed: z.union([z.boolean(), z.array(z.string())]).optional(),
  posts: z.array(z.string().regex(/^\d+_\d+$/)).optional(),
  media: z.array(Id).optional(),
});
/** Body of POST /sandbox/accounts/fb/{id}/revoke-token. */
export const TokenRevocation = z.object({ subcode: z.int().min(450).max(499).default(460) });
/** Body of PUT /sandbox/dialog. */
export const PageDialogPreset = z.object({
  answer: z.enum(['ask', 'continue', 'cancel']).optional(),
  declined_permissions: z.array(z.string()).optional(),
  pages: z.array(z.string()).nullable().optional(),
});

/** `/sandbox/accounts/fb`, `/sandbox/grants`, `/sandbox/dialog`: pages, and the decisions of their owner. */
export function pageAccountRoutes(app: FastifyInstance, state: SandboxState) {
  const { meta } = state;
  let nextId = 1_908_000_000_101;

  app.post('/sandbox/accounts/fb', async (request) => {
    const given = PageInput.parse(request.body ?? {});
    const id = given.id ?? String(nextId++);
    const page = meta.pages.get(id) ?? makePage(id);
    changePage(page, given);
    const known = meta.pages.has(page.id);
    meta.addPage(page);
    if (given.token !== undefined || !known) meta.givePageToken(page, given.token ?? page.token);
    return { ok: true, page: showPage(page) };
  });
  app.delete('/sandbox/accounts/fb/:id', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    return { ok: true, deleted: meta.pages.delete(id) };
  });
  app.post('/sandbox/accounts/fb/:id/revoke-token', async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const { subcode } = TokenRevocation.parse(request.body ?? {});
    if (!meta.pages.has(id)) return reply.code(404).send({ ok: false, error: 'unknown_account' });
    for (const token of meta.tokens.values()) if (token.pageId === id) token.deadSubcode ??= subcode;
    return reply.send({ ok: true });
  });
  app.delete('/sandbox/grants', async () => {
    for (const token of meta.tokens.values()) token.deadSubcode ??= 458;
    for (const page of meta.pages.values()) page.subscribedFields = null;
    return { ok: true };
  });
  dialogPresetRoutes(app, state);
}

/** A page as the control API shows it. */
export function showPage(page: Page) {
  return {
    id: page.id,
    name: page.name,
    token: page.token,
    tasks: page.tasks,
    instagram: page.instagram && {
      id: page.instagram.id,
      username: page.instagram.username,
      name: page.instagram.name,
    },
    posts: page.posts.map(({ id }) => id),
    media: page.instagram?.media.map(({ id }) => id) ?? [],
    subscribed_fields: page.subscribedFields,
  };
}

function dialogPresetRoutes(app: FastifyInstance, { meta }: SandboxState) {
  const show = () => ({
    ok: true,
    dialog: {
      answer: meta.dialog.answer,
      declined_permissions: meta.dialog.declinedPermissions,
      pages: meta.dialog.pageIds,
    },
  });
  app.get('/sandbox/dialog', async () => show());
  app.put('/sandbox/dialog', async (request) => {
    const given = PageDialogPreset.parse(request.body ?? {});
    meta.dialog.answer = given.answer ?? meta.dialog.answer;
    meta.dialog.declinedPermissions = given.declined_permissions ?? meta.dialog.declinedPermissions;
    if (given.pages !== undefined) meta.dialog.pageIds = given.pages;
    return show();
  });
}

function changePage(page: Page, given: z.infer<typeof PageInput>) {
  page.name = given.name ?? page.name;
  page.tasks = given.tasks ?? page.tasks;
  if (given.posts) page.posts = given.posts.map((id) => makePost(id, `Post ${id}`));
  if (given.subscribed !== undefined) page.subscribedFields = subscriptionOf(given.subscribed);
  if (given.instagram !== undefined) page.instagram = changedInstagram(page, given.instagram);
  if (given.media && page.instagram) page.instagram.media = given.media.map((id) => makePost(id, `Media ${id}`));
}

function changedInstagram(
  page: Page,
  given: { id?: string | undefined; username?: string | undefined; name?: string | undefined } | null,
): InstagramAccount | null {
  if (given === null) return null;
  const wanted = given.id ?? page.instagram?.id ?? `178414${page.id.slice(-11).padStart(11, '0')}`;
  const account = page.instagram?.id === wanted ? page.instagram : makeInstagramAccount(wanted);
  account.username = given.username ?? account.username;
  account.name = given.name ?? account.name;
  return account;
}

function subscriptionOf(given: boolean | string[]): string[] | null {
  if (given === false) return null;
  return given === true ? [...PAGE_FIELDS] : given;
}
