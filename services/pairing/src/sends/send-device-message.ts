import { verb } from '@parley/bus/verb';
import {
  sendDeviceMessage as contract,
  type DeviceSendOutcome,
} from '@parley/common/contracts/internal/send-device-message';
import type { InputOf } from '@parley/common/define-contract';
import { findLinkedDevice } from '../devices/device.steps.ts';
import type { DeviceFile, OpenedFile } from '../devices/device-network.rules.ts';
import type { LinkedDevice } from '../devices/linked-device.rules.ts';
import { type HeldDevice, isWanted, openSocketOf } from '../leases/held-device.client.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import { holdBackChat } from '../new-chats/hold-back-chat.steps.ts';
import type { PairingService } from '../service.ts';
import { openUploadedFile, openWebFile } from './open-file.client.ts';
import { notHandedOver, outcomeOf, type SentPart, sendPartsOf } from './send.rules.ts';
import { chooseSendId } from './send.store.ts';

/** Sends a message from a linked device (docs/reference/wd.md#sending). Errors: not_connected, service_unavailable. */
export const sendDeviceMessage = verb(contract, async (service: PairingService, input, context) => {
  const device = await findLinkedDevice(service, input.tenantId, input.externalId);
  return routeToHolder(service, device.id, contract, input, context, (held) =>
    sendFromDevice(service, held, { input, device, deadline: context.deadlineAt - MARGIN_MS }),
  );
});

type Input = InputOf<typeof contract>;

/** Time reserved for returning the answer. */
const MARGIN_MS = 1000;
const TYPES = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  voice: 'audio/ogg; codecs=opus',
  sticker: 'image/webp',
  document: 'application/octet-stream',
};

async function sendPart(
  service: PairingService,
  held: HeldDevice,
  { to, messageId, tenantId }: Input,
  { text, media, part, rich, quoted, mentions }: SentPart,
  deadline: number,
): Promise<DeviceSendOutcome> {
  const offered = await service.network.makeMessageId();
  const deviceId = held.device.id;
  const id = await chooseSendId(service.rawDatabase, { deviceId, messageId, part, offered, now: service.now() });
  const socket = await openSocketOf(held, deadline);
  if (!socket) return notHandedOver('The device is not connected to the network now.');
  const content = { id, to, text, rich, quoted, mentions };
  if (!media) return outcomeOf(await socket.send({ ...content, file: null }, deadline), id);
  let opened: OpenedFile;
  try {
    opened = await (media.uploadId === undefined
      ? openWebFile(service.egress, media.url, tenantId)
      : openUploadedFile(service.bus, media.uploadId, tenantId));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return notHandedOver(`The file could not be read: ${reason}`, 'media_unreadable');
  }
  try {
    const { type, filename } = media;
    const file: DeviceFile = { type, filename, bytes: opened.body, mimeType: opened.mimeType ?? TYPES[type] };
    return outcomeOf(await socket.send({ ...content, file }, deadline), id);
  } finally {
    opened.close();
  }
}

/** Sends a message from a device that this worker holds, unless it is held back. The ids of its parts are stored before anything is sent. */
async function sendFromDevice(
  service: PairingService,
  held: HeldDevice,
  { input, device, deadline }: { input: Input; device: LinkedDevice; deadline: number },
): Promise<DeviceSendOutcome> {
  const [first, second] = sendPartsOf(input);
  if (!first || !isWanted(held) || !held.device.state.isPaired)
    return notHandedOver('The device is not linked to a phone.');
  const heldBack = await holdBackChat(service, held, { device, to: input.to, deadline });
  if (heldBack) return heldBack;
  const outcome = await sendPart(service, held, input, first, deadline);
  service.metrics.sends.inc({ outcome: outcome.outcome });
  if (outcome.outcome === 'accepted') held.chats?.known.set(input.to, true);
  if (outcome.outcome !== 'accepted' || !second) return outcome;
  const followed = await sendPart(service, held, input, second, deadline);
  service.metrics.sends.inc({ outcome: followed.outcome });
  if (followed.outcome !== 'accepted') return outcome;
  return { ...outcome, furtherIds: [followed.providerMessageId] };
}
