import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError } from '../../../control/control-error.ts';
import { ringDevices } from '../wire/take-device-act.ts';
import type { ControlDeps } from './find-target.ts';

/** Query of GET /sandbox/devices/acts. */
const DeviceActQuery = z.object({
  device: z.string().optional(),
  since: z.coerce.number().int().min(0).default(0),
});

/** Body of POST /sandbox/devices/calls: a person calls the account with this number. */
const CallInput = z.object({ from: z.string(), to: z.string(), call_id: z.string().min(1) });

/** `/sandbox/devices/acts`: typing indicators and rejected calls; `/sandbox/devices/calls` rings at an account's devices. */
export function actRoutes(app: FastifyInstance, { network, now }: ControlDeps & { now: () => number }) {
  app.get('/sandbox/devices/acts', async (request) => {
    const { device, since } = DeviceActQuery.parse(request.query);
    const { state } = await network();
    const acts = state.acts
      .since(since, Number.POSITIVE_INFINITY)
      .filter(({ entry }) => device === undefined || entry.device === device);
    return { ok: true, acts: acts.map(({ seq, entry }) => ({ seq, ...entry })) };
  });

  app.post('/sandbox/devices/calls', async (request) => {
    const { from, to, call_id: callId } = CallInput.parse(request.body);
    const { state } = await network();
    const caller = state.people.get(from);
    const owner = state.people.get(to);
    if (!caller || !owner) throw new ControlError(404, 'unknown_phone', 'No phone has this number.');
    ringDevices(owner.devices.values(), { callId, caller: caller.jid, nowMs: now() });
    return { ok: true };
  });
}
