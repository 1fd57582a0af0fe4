import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pickNumber } from '../../../customers/customer-acts.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import { buildContact } from '../wire/whatsapp/build-message.ts';
import type { MetaWebhooks } from '../wire/whatsapp/post-webhook.ts';

const Params = z.object({ address: z.string().min(1).max(64) });
/** Body of POST /sandbox/customers/wa/{address}/preferences. */
export const WhatsappPreference = z.object({
  account: z.string().optional(),
  value: z.enum(['stop', 'resume']),
  at: z.iso.datetime({ offset: true }).optional(),
  times: z.int().min(1).max(100).default(1),
});

/** `/sandbox/customers/wa/{address}/preferences`: a person stops marketing messages in WhatsApp, or resumes them. */
export function preferenceRoutes(
  app: FastifyInstance,
  { state, webhooks, now }: { state: SandboxState; webhooks: MetaWebhooks; now: () => number },
) {
  app.post('/sandbox/customers/wa/:address/preferences', async (request, reply) => {
    const { address } = Params.parse(request.params);
    const { account, value, at, times } = WhatsappPreference.parse(request.body);
    const number = pickNumber(state, account);
    if (!number) return reply.code(404).send({ ok: false, error: 'unknown_account' });
    const person = state.rememberCustomer('wa', number.id, address.replace(/[+\s-]/g, ''));
    const preference = {
      ...(person.hideNumber ? { user_id: person.userId } : { wa_id: person.address }),
      detail: `User requested to ${value} marketing messages`,
      category: 'marketing_messages',
      value,
      timestamp: Math.floor((at === undefined ? now() : Date.parse(at)) / 1000),
    };
    const content = { contacts: [buildContact(person)], user_preferences: [preference] };
    const callback = await webhooks.postValue(number, content, { field: 'user_preferences', times });
    return reply.send({ ok: true, callback });
  });
}
