import type { BinaryNode } from 'baileys';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError } from '../../../control/control-error.ts';
import { mountControls } from '../../../control/mount-controls.ts';
import type { DeviceNetwork } from '../device-network.ts';
import type { ReceivedMessage } from '../state/network-state.ts';
import { queueNode } from '../wire/deliver-stanza.ts';
import { decryptMedia, encryptMedia } from '../wire/encrypt-media.ts';
import { DEVICE_CONTROLS, DEVICE_FAULT_CONTROLS, type RawStanza, type TakenMessage } from './device-controls.ts';
import { type ControlDeps, deviceOf } from './find-target.ts';
import { showDevice, showInbound } from './show.ts';

/** Linked devices as the network sees them, their messages and faults, and the network's behaviour. */
export function deviceRoutes(app: FastifyInstance, { network, now }: ControlDeps) {
  mountControls(app, DEVICE_CONTROLS, {
    async devices() {
      const devices = [...(await network()).state.devices.values()].map(showDevice);
      const totals = {
        devices: devices.length,
        sockets: devices.reduce((sum, { connected }) => sum + connected, 0),
        max_concurrent: Math.max(0, ...devices.map((device) => device.max_concurrent)),
        replaced: devices.reduce((sum, { replaced }) => sum + replaced, 0),
      };
      return { devices, totals };
    },
    device: async (_, { id }) => ({ device: showDevice(deviceOf(await network(), id)) }),
    async taken({ device, to, since, limit }) {
      const loaded = await network();
      const user = to?.replace(/^[+ ]/, '');
      const matches = (entry: ReceivedMessage) =>
        (device === undefined || entry.device === device) &&
        (user === undefined || entry.to === user || entry.to.split('@')[0] === user);
      const found = loaded.state.received.since(since, Number.POSITIVE_INFINITY).filter(({ entry }) => matches(entry));
      const messages = found.slice(0, limit).map(({ seq, entry }) => ({ seq, ...showReceived(loaded, entry) }));
      return { count: found.length, messages };
    },
    async carried({ device, since, limit }) {
      const { state } = await network();
      const all = state.inbound
        .since(since, Number.POSITIVE_INFINITY)
        .flatMap(({ seq, entry }) => showInbound(entry).map((shown) => ({ seq, ...shown })));
      const messages = all.filter((entry) => device === undefined || entry.device === device);
      return { count: messages.length, messages: messages.slice(0, limit) };
    },
    async redeliver({ device, fresh }, { id }) {
      return { devices: (await network()).messages.redeliver(id, { device, isFresh: fresh }) };
    },
    async acts({ device, since }) {
      const acts = (await network()).state.acts
        .since(since, Number.POSITIVE_INFINITY)
        .filter(({ entry }) => device === undefined || entry.device === device);
      return { acts: acts.map(({ seq, entry }) => ({ seq, ...entry })) };
    },
    async sendStanza(stanza, { id }) {
      queueNode(deviceOf(await network(), id), toNode(stanza));
    },
    async storeMedia({ type, base64, mime_type, serve }) {
      const { bytes, mediaKey, fileSha256, fileEncSha256, ...rest } = encryptMedia(
        Buffer.from(base64, 'base64'),
        type,
        now(),
      );
      const stored = (await (await network()).openMedia()).put(bytes, serve);
      return {
        file: {
          ...rest,
          ...stored,
          mediaKey: mediaKey.toString('base64'),
          fileSha256: fileSha256.toString('base64'),
          fileEncSha256: fileEncSha256.toString('base64'),
          mimetype: mime_type ?? null,
        },
      };
    },
    async mediaAuthority() {
      const { ca, host } = await (await network()).openMedia();
      return { ca, origin: `https://${host}` };
    },
    settings: async () => ({ settings: showSettings(await network()) }),
    async changeSettings(given) {
      const loaded = await network();
      const { settings } = loaded.state;
      settings.receipts = given.receipts ?? settings.receipts;
      settings.receiptDelayMs = given.receipt_delay_ms ?? settings.receiptDelayMs;
      settings.receiptOrder = given.receipt_order ?? settings.receiptOrder;
      settings.unknownNumbers = given.unknown_numbers ?? settings.unknownNumbers;
      settings.initialPreKeys = given.initial_pre_keys ?? settings.initialPreKeys;
      settings.refs = given.refs ?? settings.refs;
      settings.autoReply = given.auto_reply ?? settings.autoReply;
      settings.deviceLimit = given.device_limit ?? settings.deviceLimit;
      settings.pairingCodes = given.pairing_codes ?? settings.pairingCodes;
      settings.history = given.history ?? settings.history;
      settings.forgery = given.forgery ?? settings.forgery;
      settings.tokens = given.tokens ?? settings.tokens;
      settings.historyForm = given.history_form ?? settings.historyForm;
      settings.historyParts = given.history_parts ?? settings.historyParts;
      settings.groupSize = given.group_size ?? settings.groupSize;
      settings.groupQueries = given.group_queries ?? settings.groupQueries;
      settings.profileQueries = given.profile_queries ?? settings.profileQueries;
      return { settings: showSettings(loaded) };
    },
    async reset() {
      (await network()).reset();
    },
  });

  app.get('/sandbox/devices/messages/:seq/media', async (request, reply) => {
    const { seq } = z.object({ seq: z.coerce.number().int().min(1) }).parse(request.params);
    return reply.type('application/octet-stream').send(await openMedia(await network(), seq));
  });

  mountControls(app, DEVICE_FAULT_CONTROLS, {
    async close({ code }, { id }) {
      const loaded = await network();
      loaded.disturb.close(deviceOf(loaded, id), code);
    },
    async drop(_, { id }) {
      const { connection } = deviceOf(await network(), id);
      if (connection === null) throw new ControlError(409, 'not_connected', `Device ${id} has no socket.`);
      connection.drop();
    },
    async freeze({ mode }, { id }) {
      const loaded = await network();
      loaded.disturb.freeze(deviceOf(loaded, id), mode);
    },
    async refuseLogins({ code, times }, { id }) {
      deviceOf(await network(), id).loginAnswers = Array.from({ length: times }, () => code);
    },
    async limit({ kind, active, seconds, type, status, total, used, announced }, { id }) {
      const loaded = await network();
      const endsMs = now() + seconds * 1000;
      const limits =
        kind === 'capping'
          ? { newChats: { status: status ?? (active ? 'CAPPED' : 'NONE'), total, used, endsMs } }
          : { timelock: { isActive: active, untilMs: endsMs, type } };
      loaded.disturb.limit(deviceOf(loaded, id), limits, announced);
    },
    async changeAppState({ part, direct_path: directPath }, { id }) {
      const loaded = await network();
      loaded.disturb.changeAppState(deviceOf(loaded, id), { part, directPath });
    },
    async cut({ ms, mode }) {
      (await network()).disturb.cut(ms, mode);
    },
    async failNextSends(fault) {
      const { sendFaults } = (await network()).state;
      sendFaults.push({ ...fault, to: fault.to?.replace(/^\+/, '') ?? null });
      return { faults: sendFaults.length };
    },
    async clearSendFaults() {
      (await network()).state.sendFaults.length = 0;
    },
    async failUploads({ times, status }) {
      (await (await network()).openMedia()).refuseUploads(times, status);
    },
  });
}

function showReceived({ describeContent }: DeviceNetwork, { content, lastAt, ...entry }: ReceivedMessage) {
  const { type, text, targetId, media } = describeContent(content);
  return {
    ...entry,
    type,
    text,
    target_id: targetId,
    mime_type: media?.mimeType ?? null,
    filename: media?.filename ?? null,
    last_at: lastAt,
    // safe: an object with names, or null for what could not be decrypted, which no caller asks about
    proto: content as TakenMessage['proto'],
  };
}

async function openMedia(network: DeviceNetwork, seq: number): Promise<Buffer> {
  const [found] = network.state.received.since(seq - 1, 1);
  const media = found?.seq === seq ? network.describeContent(found.entry.content).media : null;
  const file = media === null ? undefined : (await network.openMedia()).get(media.directPath);
  if (!media || !file) throw new ControlError(404, 'no_media', `Message ${seq} has no file here.`);
  return decryptMedia(file, media.mediaKey, media.kind);
}

const toNode = ({ tag, attrs, content }: RawStanza): BinaryNode =>
  content === undefined ? { tag, attrs } : { tag, attrs, content: content.map(toNode) };

const showSettings = ({ state: { settings } }: DeviceNetwork) => ({
  receipts: settings.receipts,
  receipt_delay_ms: settings.receiptDelayMs,
  receipt_order: settings.receiptOrder,
  unknown_numbers: settings.unknownNumbers,
  initial_pre_keys: settings.initialPreKeys,
  refs: settings.refs,
  auto_reply: settings.autoReply,
  device_limit: settings.deviceLimit,
  pairing_codes: settings.pairingCodes,
  history: settings.history,
  forgery: settings.forgery,
  tokens: settings.tokens,
  history_form: settings.historyForm,
  history_parts: settings.historyParts,
  group_size: settings.groupSize,
  group_queries: settings.groupQueries,
  profile_queries: settings.profileQueries,
});
