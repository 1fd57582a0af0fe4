import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CustomerMessages } from '../../../customers/customer-message.ts';
import { attachmentsOf } from '../wire/pages/build-attachment.ts';
import { buildEcho } from '../wire/pages/build-page-event.ts';
import { makeMessageId } from '../wire/pages/make-message-id.ts';
import { postDelivery, postRead } from '../wire/pages/schedule-page-receipts.ts';
import { type PageActDeps, pickGrantedAccount } from './page-customer-acts.ts';

const PAGE_INBOX_APP_ID = 263_902_037_430_900;
const Params = z.object({ channel: z.enum(['fb', 'ig']), address: z.string().regex(/^\d{1,32}$/) });
/** Body of POST …/seen. */
export const SeenInput = z.object({
  account: z.string().optional(),
  /** ms since 1970; default: that of the page's newest message to the person. */
  watermark: z.int().min(0).optional(),
  mid: z.string().optional(),
});
/** Body of POST …/delivered. */
export const DeliveredInput = z.object({
  account: z.string().optional(),
  watermark: z.int().min(0).optional(),
  /** Whether the receipt names the messages, which Messenger does not always do. */
  mids: z.boolean().default(true),
});

/** `/sandbox/customers/{fb|ig}/{id}/{seen|delivered|inbox}`: other acts between a person and a page. */
export function pagePersonRoutes(app: FastifyInstance, deps: PageActDeps) {
  const { state, pageWebhooks, now } = deps;
  const newest = (channel: string, account: string, address: string) =>
    state.meta.newestOutbound.get(`${channel}:${account}:${address}`);
  const unknown = { ok: false, error: 'unknown_account' };

  app.post('/sandbox/customers/:channel/:address/seen', async (request, reply) => {
    const { channel, address } = Params.parse(request.params);
    const given = SeenInput.parse(request.body ?? {});
    const granted = pickGrantedAccount(state, channel, given.account);
    if (!granted) return reply.code(404).send(unknown);
    const last = newest(channel, granted.account, address);
    const upTo = { mid: given.mid ?? last?.mid ?? '', watermark: given.watermark ?? last?.atMs ?? now() };
    return reply.send({
      ok: true,
      ...upTo,
      callbacks: [await postRead(pageWebhooks, { granted, person: address, atMs: now() }, upTo)],
    });
  });

  app.post('/sandbox/customers/:channel/:address/delivered', async (request, reply) => {
    const { channel, address } = Params.parse(request.params);
    const given = DeliveredInput.parse(request.body ?? {});
    const granted = channel === 'fb' ? pickGrantedAccount(state, 'fb', given.account) : undefined;
    if (!granted) return reply.code(404).send(unknown);
    const last = newest(channel, granted.account, address);
    const delivery = {
      ...(given.mids && last ? { mids: [last.mid] } : {}),
      watermark: given.watermark ?? last?.atMs ?? now(),
    };
    return reply.send({
      ok: true,
      ...delivery,
      callbacks: [await postDelivery(pageWebhooks, { granted, person: address, atMs: now() }, delivery)],
    });
  });

  app.post('/sandbox/customers/:channel/:address/inbox', async (request, reply) => {
    const { channel, address } = Params.parse(request.params);
    const message = CustomerMessages.parse(request.body ?? {});
    const granted = pickGrantedAccount(state, channel, message.account);
    if (!granted) return reply.code(404).send(unknown);
    const mid = message.provider_message_id ?? makeMessageId(channel, granted.account);
    const atMs = message.at === undefined ? now() : Date.parse(message.at);
    const attachments = attachmentsOf(state, channel, message, deps.attachmentOrigin());
    const content = attachments.length === 0 ? { text: message.text ?? '' } : { attachments };
    state.rememberCustomer(channel, granted.account, address);
    state.meta.newestOutbound.set(`${channel}:${granted.account}:${address}`, { mid, atMs });
    const echo = buildEcho(granted, address, { mid, ...content }, { atMs, appId: PAGE_INBOX_APP_ID, metadata: null });
    const field = channel === 'fb' ? 'message_echoes' : 'messages';
    const { times, form } = message;
    const callback = await pageWebhooks.postMessaging(granted, field, echo, { times, ...(form ? { form } : {}) });
    return reply.send({ ok: true, provider_message_id: mid, callbacks: [callback] });
  });
}
