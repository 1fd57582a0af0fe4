import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { mountControls } from '../../../control/mount-controls.ts';
import type { DeviceNetwork } from '../device-network.ts';
import type { OldChat } from '../state/network-state.ts';
import { giveToken, tokenOf } from '../wire/give-token.ts';
import { showTyping } from '../wire/show-typing.ts';
import { signalCall } from '../wire/signal-call.ts';
import { removeDevice } from './disturb-network.ts';
import { type ControlDeps, groupOf, phoneOf } from './find-target.ts';
import type { MessageInput } from './message-input.ts';
import { PHONE_CONTROLS } from './phone-controls.ts';
import { showDevice, showPhone, showProfile } from './show.ts';

/** People with phones, and their acts. */
export function phoneRoutes(app: FastifyInstance, { network, now }: ControlDeps) {
  let lastId = 0;

  mountControls(app, PHONE_CONTROLS, {
    async putPhone({ number, hide_number: hideNumber, asks_passkey: asksPasskey, group_adds: groupAdds, ...given }) {
      const { people, profiles } = await network();
      const { picture, hides_profile: hidesProfile, ...facts } = given;
      const person = people.put(number, { ...facts, hideNumber, asksPasskey, groupAdds, hidesProfile });
      if (picture !== undefined) profiles.setPicture(person, picture === null ? null : Buffer.from(picture, 'base64'));
      return { phone: showPhone(person) };
    },
    profile: async (_, { number }) => ({ profile: showProfile(phoneOf(await network(), number)) }),
    phones: async () => ({ phones: [...(await network()).state.people.values()].map(showPhone) }),
    async removePhone(_, { number }) {
      const { state } = await network();
      const person = state.people.get(number);
      for (const device of person?.devices.values() ?? []) removeDevice(device);
      if (person) state.peopleByLid.delete(person.lid.replace('@lid', ''));
      return { deleted: state.people.delete(person?.number ?? '') };
    },
    async scan({ qr }, { number }) {
      const loaded = await network();
      return { device: showDevice(await loaded.qr.scan(phoneOf(loaded, number), qr)) };
    },
    async enterCode({ code }, { number }) {
      const loaded = await network();
      return { device: showDevice(await loaded.code.enter(phoneOf(loaded, number), code)) };
    },
    async logOut({ device }, { number }) {
      const linked = [...phoneOf(await network(), number).devices.values()].filter(
        ({ state, id }) => state === 'paired' && (!device || id === device),
      );
      for (const removed of linked) removeDevice(removed);
      return { removed: linked.map(({ id }) => id) };
    },
    writes: async (given, { number }) => write(await network(), number, given, now()),
    async confirms({ to, group, message_ids: ids, type, addressing, t }, { number }) {
      const loaded = await network();
      loaded.receipts.give({
        person: phoneOf(loaded, number),
        owner: phoneOf(loaded, to),
        group: group === undefined ? null : groupOf(loaded, group),
        ...{ ids, type, addressing, t },
      });
    },
    async types({ to, state, times }, { number }) {
      const loaded = await network();
      const chat = to.includes('@') ? groupOf(loaded, to) : phoneOf(loaded, to);
      let devices = 0;
      for (let index = 0; index < times; index++) devices = showTyping(phoneOf(loaded, number), chat, state);
      return { devices };
    },
    async putOldChat(given, { number }) {
      const { people } = await network();
      const owner = people.put(number);
      const person = people.put(given.with);
      if (given.trusted) tokenOf(owner, person);
      const messages: OldChat['messages'] = [];
      for (const { text, own, days_ago: daysAgo, quotes } of given.messages) {
        const atS = Math.floor(now() / 1000 - daysAgo * 86_400);
        const quotedId = messages.find((message) => message.text === quotes)?.id ?? null;
        messages.push({ id: `3AOLD${++lastId}`, text, isOwn: own, atS, quotedId });
      }
      owner.oldChats.set(person, { person, messages });
      return { message_ids: messages.map(({ id }) => id) };
    },
    async trusts({ to }, { number }) {
      const loaded = await network();
      giveToken(phoneOf(loaded, to), phoneOf(loaded, number), now());
    },
    async signalCall({ from, to, call_id: callId, signal: tag, reason, video, creator }) {
      const loaded = await network();
      const sender = phoneOf(loaded, from);
      const signal = { callId, tag, reason, isVideo: video, sender, creator: phoneOf(loaded, creator ?? from) };
      signalCall(phoneOf(loaded, to).devices.values(), signal, now());
    },
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
