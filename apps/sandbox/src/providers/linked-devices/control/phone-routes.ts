import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DeviceNetwork } from '../device-network.ts';
import { removeDevice } from './disturb-network.ts';
import { type ControlDeps, groupOf, phoneOf } from './find-target.ts';
import { MessageInput, PhoneNumber, StanzaTime } from './message-input.ts';
import { showDevice, showPhone } from './show.ts';

/** Body of POST /sandbox/devices/phones: given fields change, the others stay. */
export const PhoneInput = z.object({
  number: PhoneNumber,
  name: z.string().optional(),
  lid: z
    .string()
    .regex(/^\d+(@lid)?$/)
    .optional(),
  addressing: z.enum(['pn', 'lid']).optional(),
  receipts: z.enum(['off', 'delivered', 'read']).nullable().optional(),
  hide_number: z.boolean().optional(),
  asks_passkey: z.boolean().optional(),
});
/** Body of POST …/phones/{number}/receipts. */
export const ReceiptInput = z.object({
  to: PhoneNumber,
  message_ids: z.array(z.string().min(1)).min(1),
  type: z.enum(['delivered', 'read', 'played']).default('read'),
  group: z.string().optional(),
  addressing: z.enum(['pn', 'lid']).default('pn'),
  t: StanzaTime,
});
const Named = z.object({ number: PhoneNumber });

/** `/sandbox/devices/phones`: people with phones, and their acts. */
export function phoneRoutes(app: FastifyInstance, { network, now }: ControlDeps) {
  app.post('/sandbox/devices/phones', async (request) => {
    const { number, hide_number: hideNumber, asks_passkey: asksPasskey, ...facts } = PhoneInput.parse(request.body);
    const { people } = await network();
    return { ok: true, phone: showPhone(people.put(number, { ...facts, hideNumber, asksPasskey })) };
  });

  app.get('/sandbox/devices/phones', async () => {
    const { state } = await network();
    return { ok: true, phones: [...state.people.values()].map(showPhone) };
  });

  app.delete('/sandbox/devices/phones/:number', async (request) => {
    const { state } = await network();
    const person = state.people.get(Named.parse(request.params).number);
    for (const device of person?.devices.values() ?? []) removeDevice(device);
    if (person) state.peopleByLid.delete(person.lid.replace('@lid', ''));
    return { ok: true, deleted: state.people.delete(person?.number ?? '') };
  });

  app.post('/sandbox/devices/phones/:number/scan', async (request) => {
    const { qr } = z.object({ qr: z.string().min(1) }).parse(request.body);
    const loaded = await network();
    const person = phoneOf(loaded, Named.parse(request.params).number);
    return { ok: true, device: showDevice(await loaded.qr.scan(person, qr)) };
  });

  app.post('/sandbox/devices/phones/:number/pairing-code', async (request) => {
    const { code } = z.object({ code: z.string().min(1) }).parse(request.body);
    const loaded = await network();
    const person = phoneOf(loaded, Named.parse(request.params).number);
    return { ok: true, device: showDevice(await loaded.code.enter(person, code)) };
  });

  app.post('/sandbox/devices/phones/:number/logout', async (request) => {
    const { device } = z.object({ device: z.string().optional() }).parse(request.body ?? {});
    const person = phoneOf(await network(), Named.parse(request.params).number);
    const linked = [...person.devices.values()].filter(
      ({ state, id }) => state === 'paired' && (!device || id === device),
    );
    for (const removed of linked) removeDevice(removed);
    return { ok: true, removed: linked.map(({ id }) => id) };
  });

  app.post('/sandbox/devices/phones/:number/messages', { bodyLimit: 64 * 1024 * 1024 }, async (request) => {
    const given = MessageInput.parse(request.body);
    return { ok: true, ...(await write(await network(), Named.parse(request.params).number, given, now())) };
  });

  app.post('/sandbox/devices/phones/:number/receipts', async (request) => {
    const given = ReceiptInput.parse(request.body);
    const loaded = await network();
    loaded.receipts.give({
      person: phoneOf(loaded, Named.parse(request.params).number),
      owner: phoneOf(loaded, given.to),
      group: given.group === undefined ? null : groupOf(loaded, given.group),
      ids: given.message_ids,
      type: given.type,
      addressing: given.addressing,
      t: given.t,
    });
    return { ok: true };
  });
}

/** Creates sender and recipient if they do not exist yet. */
async function write(network: DeviceNetwork, number: string, given: z.infer<typeof MessageInput>, nowMs: number) {
  const { people, buildContent, messages, openMedia } = network;
  const sender = people.put(number);
  const chat = given.to.includes('@') ? groupOf(network, given.to) : people.put(given.to);
  const author = given.author === undefined ? null : people.put(given.author);
  const storeMedia = async (bytes: Buffer) => (await openMedia()).put(bytes);
  const built = await buildContent(given, { sender, chat, author, nowMs, storeMedia });
  return messages.write({ sender, chat, ...built, id: given.id, addressing: given.addressing, t: given.t });
}
