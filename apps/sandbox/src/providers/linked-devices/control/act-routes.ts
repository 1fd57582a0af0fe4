import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { showTyping } from '../wire/show-typing.ts';
import { signalCall } from '../wire/signal-call.ts';
import { type ControlDeps, groupOf, phoneOf } from './find-target.ts';
import { Chat, PhoneNumber } from './message-input.ts';

/** Query of GET /sandbox/devices/acts. */
const DeviceActQuery = z.object({
  device: z.string().optional(),
  since: z.coerce.number().int().min(0).default(0),
});

/** Body of POST /sandbox/devices/calls: a person calls the account with this number, or a later signal of the call. */
export const DeviceCall = z.object({
  from: PhoneNumber,
  to: PhoneNumber,
  call_id: z.string().min(1),
  signal: z.enum(['offer', 'accept', 'reject', 'terminate']).default('offer'),
  reason: z.string().optional(),
  video: z.boolean().default(false),
  /** The caller that the signal names; default: `from`. */
  creator: PhoneNumber.optional(),
});

/** Body of POST /sandbox/devices/phones/{number}/typing. */
export const DeviceTypingInput = z.object({
  to: Chat,
  state: z.enum(['typing', 'recording', 'off']).default('typing'),
  times: z.int().min(1).max(10_000).default(1),
});

/**
 * `/sandbox/devices/acts`: typing indicators and rejected calls of devices; `/sandbox/devices/calls` and
 * `…/phones/{number}/typing`: those of people.
 */
export function actRoutes(app: FastifyInstance, { network, now }: ControlDeps) {
  app.get('/sandbox/devices/acts', async (request) => {
    const { device, since } = DeviceActQuery.parse(request.query);
    const { state } = await network();
    const acts = state.acts
      .since(since, Number.POSITIVE_INFINITY)
      .filter(({ entry }) => device === undefined || entry.device === device);
    return { ok: true, acts: acts.map(({ seq, entry }) => ({ seq, ...entry })) };
  });

  app.post('/sandbox/devices/calls', async (request) => {
    const { from, to, call_id: callId, signal: tag, reason, video, creator } = DeviceCall.parse(request.body);
    const loaded = await network();
    const sender = phoneOf(loaded, from);
    const signal = { callId, tag, reason, isVideo: video, sender, creator: phoneOf(loaded, creator ?? from) };
    signalCall(phoneOf(loaded, to).devices.values(), signal, now());
    return { ok: true };
  });

  app.post('/sandbox/devices/phones/:number/typing', async (request) => {
    const { number } = z.object({ number: PhoneNumber }).parse(request.params);
    const { to, state, times } = DeviceTypingInput.parse(request.body);
    const loaded = await network();
    const chat = to.includes('@') ? groupOf(loaded, to) : phoneOf(loaded, to);
    let devices = 0;
    for (let index = 0; index < times; index++) devices = showTyping(phoneOf(loaded, number), chat, state);
    return { ok: true, devices };
  });
}
