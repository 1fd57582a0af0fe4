import type { FastifyInstance } from 'fastify';
import { unknownAccount } from '../../../control/control-error.ts';
import { mountControls } from '../../../control/mount-controls.ts';
import type { InstagramAccount, Page } from '../state/page.ts';
import { makeInstagramAccount, makePage, makePost } from '../state/seed-page.ts';
import { attachmentsOf } from '../wire/pages/build-attachment.ts';
import { buildEcho } from '../wire/pages/build-page-event.ts';
import { makeMessageId } from '../wire/pages/make-message-id.ts';
import { PAGE_FIELDS } from '../wire/pages/page-subscription.ts';
import { postDelivery, postRead } from '../wire/pages/schedule-page-receipts.ts';
import { PAGE_CONTROLS, PAGE_PERSON_CONTROLS, type PageInput, type ShownPage } from './page-controls.ts';
import { type PageActDeps, pickGrantedAccount } from './page-customer-acts.ts';

const PAGE_INBOX_APP_ID = 263_902_037_430_900;

/** Pages, the decisions of their owner, and acts between a person and a page. */
export function pageControlRoutes(app: FastifyInstance, deps: PageActDeps) {
  const { state, pageWebhooks, now } = deps;
  const { meta } = state;
  let nextId = 1_908_000_000_101;
  const newest = (channel: string, account: string, address: string) =>
    meta.newestOutbound.get(`${channel}:${account}:${address}`);
  const showDialog = () => ({
    dialog: {
      answer: meta.dialog.answer,
      declined_permissions: meta.dialog.declinedPermissions,
      pages: meta.dialog.pageIds,
    },
  });

  mountControls(app, PAGE_CONTROLS, {
    putPage(given) {
      const id = given.id ?? String(nextId++);
      const page = meta.pages.get(id) ?? makePage(id);
      changePage(page, given);
      const known = meta.pages.has(page.id);
      meta.addPage(page);
      if (given.token !== undefined || !known) meta.givePageToken(page, given.token ?? page.token);
      return { page: showPage(page) };
    },
    removePage: (_, { id }) => ({ deleted: meta.pages.delete(id) }),
    revokePageTokens({ subcode }, { id }) {
      if (!meta.pages.has(id)) unknownAccount();
      for (const token of meta.tokens.values()) if (token.pageId === id) token.deadSubcode ??= subcode;
    },
    removeGrants() {
      for (const token of meta.tokens.values()) token.deadSubcode ??= 458;
      for (const page of meta.pages.values()) page.subscribedFields = null;
    },
    dialog: showDialog,
    presetDialog({ answer, declined_permissions, pages }) {
      meta.dialog.answer = answer ?? meta.dialog.answer;
      meta.dialog.declinedPermissions = declined_permissions ?? meta.dialog.declinedPermissions;
      if (pages !== undefined) meta.dialog.pageIds = pages;
      return showDialog();
    },
  });

  mountControls(app, PAGE_PERSON_CONTROLS, {
    async customerSees(given, { channel, address }) {
      const granted = pickGrantedAccount(state, channel, given.account) ?? unknownAccount();
      const last = newest(channel, granted.account, address);
      const upTo = { mid: given.mid ?? last?.mid ?? '', watermark: given.watermark ?? last?.atMs ?? now() };
      return { ...upTo, callbacks: [await postRead(pageWebhooks, { granted, person: address, atMs: now() }, upTo)] };
    },
    async customerReceives({ account, mids, watermark }, { channel, address }) {
      const granted = (channel === 'fb' ? pickGrantedAccount(state, 'fb', account) : undefined) ?? unknownAccount();
      const last = newest(channel, granted.account, address);
      const delivery = { ...(mids && last ? { mids: [last.mid] } : {}), watermark: watermark ?? last?.atMs ?? now() };
      const act = { granted, person: address, atMs: now() };
      return { ...delivery, callbacks: [await postDelivery(pageWebhooks, act, delivery)] };
    },
    async ownerWrites(message, { channel, address }) {
      const granted = pickGrantedAccount(state, channel, message.account) ?? unknownAccount();
      const mid = message.provider_message_id ?? makeMessageId(channel, granted.account);
      const atMs = message.at === undefined ? now() : Date.parse(message.at);
      const attachments = attachmentsOf(state, channel, message, deps.attachmentOrigin());
      const content = attachments.length === 0 ? { text: message.text ?? '' } : { attachments };
      state.rememberCustomer(channel, granted.account, address);
      meta.newestOutbound.set(`${channel}:${granted.account}:${address}`, { mid, atMs });
      const echo = buildEcho(granted, address, { mid, ...content }, { atMs, appId: PAGE_INBOX_APP_ID, metadata: null });
      const field = channel === 'fb' ? 'message_echoes' : 'messages';
      const { times, form } = message;
      const callback = await pageWebhooks.postMessaging(granted, field, echo, { times, ...(form ? { form } : {}) });
      return { account: granted.account, from: address, provider_message_id: mid, callbacks: [callback] };
    },
  });
}

/** A page as the control API shows it. */
export function showPage(page: Page): ShownPage {
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

function changePage(page: Page, given: PageInput) {
  page.name = given.name ?? page.name;
  page.tasks = given.tasks ?? page.tasks;
  if (given.posts) page.posts = given.posts.map((id) => makePost(id, `Post ${id}`));
  if (given.subscribed !== undefined) page.subscribedFields = subscriptionOf(given.subscribed);
  if (given.instagram !== undefined) page.instagram = changedInstagram(page, given.instagram);
  if (given.media && page.instagram) page.instagram.media = given.media.map((id) => makePost(id, `Media ${id}`));
}

function changedInstagram(page: Page, given: NonNullable<PageInput['instagram']> | null): InstagramAccount | null {
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
