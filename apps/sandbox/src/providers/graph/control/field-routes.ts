import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pickNumber } from '../../../customers/customer-acts.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import { WHATSAPP_SEED } from '../state/seed-whatsapp.ts';
import { makeWamid } from '../wire/whatsapp/make-wamid.ts';
import type { MetaWebhooks } from '../wire/whatsapp/post-webhook.ts';

const Params = z.object({ address: z.string().min(1).max(64) });
const JsonRecord = z.record(z.string(), z.json());
/** Body of POST /sandbox/customers/wa/{address}/other-app: what another app of the number sends to the person. */
export const OtherAppSend = z.object({
  account: z.string().optional(),
  /** The request body of the send, without its addressee. */
  message: JsonRecord,
  /** How the platform describes the template that the message names. */
  template: JsonRecord.optional(),
  provider_message_id: z.string().optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  times: z.int().min(1).max(100).default(1),
});
/** Body of POST /sandbox/fields/wa: a webhook of any field of a business account. */
export const WhatsappField = z.object({
  waba_id: z.string().regex(/^\d+$/).default(WHATSAPP_SEED.wabaId),
  field: z.string().min(1),
  value: JsonRecord,
});

/**
 * `/sandbox/customers/wa/{address}/other-app`: the copy, for an app in standby, of what another app sent.
 * `/sandbox/fields/wa`: any field of an account, such as `account_update` or `messaging_handovers`.
 */
export function fieldRoutes(
  app: FastifyInstance,
  { state, webhooks, now }: { state: SandboxState; webhooks: MetaWebhooks; now: () => number },
) {
  app.post('/sandbox/customers/wa/:address/other-app', async (request, reply) => {
    const { address } = Params.parse(request.params);
    const { account, message, template, provider_message_id, at, times } = OtherAppSend.parse(request.body);
    const number = pickNumber(state, account);
    if (!number) return reply.code(404).send({ ok: false, error: 'unknown_account' });
    const person = state.rememberCustomer('wa', number.id, address.replace(/[+\s-]/g, ''));
    const id = provider_message_id ?? makeWamid(person.address, 'outbound');
    const to = person.hideNumber ? { recipient: person.userId } : { to: person.address };
    const echo = {
      id,
      timestamp: String(Math.floor((at === undefined ? now() : Date.parse(at)) / 1000)),
      message: { messaging_product: 'whatsapp', ...to, ...message },
      ...(template === undefined ? {} : { template }),
    };
    const value = { standby: { message_echoes: [echo] } };
    const callback = await webhooks.postValue(number, value, { field: 'standby', times });
    return reply.send({ ok: true, provider_message_id: id, callbacks: [callback] });
  });

  app.post('/sandbox/fields/wa', async (request) => {
    const { waba_id, field, value } = WhatsappField.parse(request.body);
    return { ok: true, callback: await webhooks.postField(waba_id, field, value) };
  });
}
