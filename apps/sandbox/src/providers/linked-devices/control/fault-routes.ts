import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError } from '../../../control/control-error.ts';
import type { Device } from '../state/network-state.ts';
import type { DeviceConnection } from '../wire/device-connection.ts';
import type { CloseCode } from './disturb-network.ts';
import { type ControlDeps, deviceOf } from './find-target.ts';

const CODES = [401, 403, 408, 411, 428, 440, 500, 503, 515] as const satisfies readonly CloseCode[];
const Named = z.object({ id: z.string() });
/** Body of POST /sandbox/devices/send-faults. */
export const SendFaultInput = z.object({
  mode: z.enum(['nack', 'no_ack', 'drop_before', 'drop_after', 'retry']),
  code: z.int().default(479),
  device: z.string().nullable().default(null),
  to: z.string().nullable().default(null),
  times: z.int().min(1).default(1),
});

/** `/sandbox/devices/…`: ends sockets, refuses logins, cuts the network, makes sends fail. */
export function faultRoutes(app: FastifyInstance, { network, now }: ControlDeps) {
  app.post('/sandbox/devices/:id/close', async (request) => {
    const { code } = z.object({ code: z.literal(CODES) }).parse(request.body);
    const loaded = await network();
    loaded.disturb.close(deviceOf(loaded, Named.parse(request.params).id), code);
    return { ok: true };
  });

  app.post('/sandbox/devices/:id/drop', async (request) => {
    connectionOf(deviceOf(await network(), Named.parse(request.params).id)).drop();
    return { ok: true };
  });

  app.post('/sandbox/devices/:id/freeze', async (request) => {
    const { mode } = z.object({ mode: z.enum(['silent', 'hard']).default('silent') }).parse(request.body ?? {});
    const loaded = await network();
    loaded.disturb.freeze(deviceOf(loaded, Named.parse(request.params).id), mode);
    return { ok: true };
  });

  app.post('/sandbox/devices/:id/login-answer', async (request) => {
    const given = z
      .object({ code: z.int().min(400).max(599), times: z.int().min(0).max(1000).default(1) })
      .parse(request.body);
    const device = deviceOf(await network(), Named.parse(request.params).id);
    device.loginAnswers = Array.from({ length: given.times }, () => given.code);
    return { ok: true };
  });

  app.post('/sandbox/devices/:id/limit', async (request) => {
    const given = z
      .object({
        kind: z.enum(['reachout_timelock', 'capping']),
        active: z.boolean().default(true),
        seconds: z.int().min(1).default(3600),
      })
      .parse(request.body);
    const loaded = await network();
    const limit = { kind: given.kind, isActive: given.active, untilMs: now() + given.seconds * 1000 };
    loaded.disturb.limit(deviceOf(loaded, Named.parse(request.params).id), limit);
    return { ok: true };
  });

  app.post('/sandbox/devices/:id/app-state', async (request) => {
    const { part, direct_path: directPath } = z
      .object({ part: z.enum(['snapshot', 'patch']), direct_path: z.string() })
      .parse(request.body);
    const loaded = await network();
    loaded.disturb.changeAppState(deviceOf(loaded, Named.parse(request.params).id), { part, directPath });
    return { ok: true };
  });

  app.post('/sandbox/devices/cut', async (request) => {
    const given = z
      .object({ ms: z.int().min(0).max(3_600_000), mode: z.enum(['reset', 'hang', '503']).default('reset') })
      .parse(request.body);
    (await network()).disturb.cut(given.ms, given.mode);
    return { ok: true };
  });

  app.post('/sandbox/devices/send-faults', async (request) => {
    const fault = SendFaultInput.parse(request.body);
    const { sendFaults } = (await network()).state;
    sendFaults.push({ ...fault, to: fault.to?.replace(/^\+/, '') ?? null });
    return { ok: true, faults: sendFaults.length };
  });

  app.delete('/sandbox/devices/send-faults', async () => {
    (await network()).state.sendFaults.length = 0;
    return { ok: true };
  });
}

function connectionOf(device: Device): DeviceConnection {
  if (device.connection === null) throw new ControlError(409, 'not_connected', `Device ${device.id} has no socket.`);
  return device.connection;
}
