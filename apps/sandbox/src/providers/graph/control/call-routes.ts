import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pickNumber } from '../../../customers/customer-acts.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import { buildContact } from '../wire/whatsapp/build-message.ts';
import type { MetaWebhooks } from '../wire/whatsapp/post-webhook.ts';

/** Body of POST /sandbox/calls. */
export const WhatsappCall = z.object({
  account: z.string().optional(),
  /** Digits of the caller. */
  from: z.string().regex(/^\d{7,15}$/),
  name: z.string().optional(),
  call_id: z.string().startsWith('wacid.'),
  event: z.enum(['connect', 'terminate']).default('connect'),
  /** Length of the call in seconds; absent: it was not answered. */
  duration: z.int().min(1).optional(),
  times: z.int().min(1).max(100).default(1),
});

const SDP = 'v=0\r\no=- 1 1 IN IP4 192.0.2.7\r\ns=-\r\nt=0 0\r\nm=audio 3480 UDP/TLS/RTP/SAVPF 111\r\n';

/** The end of a call as Meta reports it: with times only when it was answered. */
function endOf(duration: number | undefined, nowS: number) {
  if (duration === undefined) return { status: 'FAILED' };
  return { status: 'COMPLETED', start_time: String(nowS - duration), end_time: String(nowS), duration };
}

/** `/sandbox/calls`: a person calls a number of WhatsApp Cloud, or the call ends. */
export function callRoutes(
  app: FastifyInstance,
  { state, webhooks, now }: { state: SandboxState; webhooks: MetaWebhooks; now: () => number },
) {
  app.post('/sandbox/calls', async (request, reply) => {
    const given = WhatsappCall.parse(request.body);
    const number = pickNumber(state, given.account);
    if (!number) return reply.code(404).send({ ok: false, error: 'unknown_account' });
    const caller = state.rememberCustomer('wa', number.id, given.from);
    caller.name = given.name ?? caller.name;
    // A person's call opens the window, answered or not.
    caller.lastInboundAtMs = Math.max(caller.lastInboundAtMs ?? 0, now());
    const nowS = Math.floor(now() / 1000);
    const call = {
      id: given.call_id,
      from: given.from,
      to: number.number,
      event: given.event,
      timestamp: String(nowS),
      direction: 'USER_INITIATED',
      ...(given.event === 'connect' ? { session: { sdp_type: 'offer', sdp: SDP } } : endOf(given.duration, nowS)),
    };
    const value = { contacts: [buildContact(caller)], calls: [call] };
    const callback = await webhooks.postValue(number, value, { field: 'calls', times: given.times });
    return reply.send({ ok: true, callback });
  });
}
