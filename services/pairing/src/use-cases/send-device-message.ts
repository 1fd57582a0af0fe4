import type { DeviceSendOutcome, sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import type { InputOf } from '@parley/common/define-contract';
import type { DeviceFile, DeviceNetwork, DeviceSent } from '../domain/device-network.ts';
import type { SendStore } from '../storage/send-store.ts';
import type { DeviceRunner } from './device-runner.ts';

type Input = InputOf<typeof sendDeviceMessage>;

export interface OpenedFile {
  body: AsyncIterable<Uint8Array>;
  mimeType: string | null;
  close(): void;
}

export interface SendDeviceMessageDeps {
  network: Pick<DeviceNetwork, 'makeMessageId'>;
  sends: Pick<SendStore, 'chooseId'>;
  /** Opens the file at a user's URL, under the egress rules; throws when it cannot be read. */
  openFile(url: string, tenantId: number): Promise<OpenedFile>;
  /** Opens an uploaded file of the tenant; throws when it is gone. */
  openUpload(uploadId: string, tenantId: number): Promise<OpenedFile>;
  count(outcome: DeviceSendOutcome['outcome']): void;
  now(): Date;
}

/** Time reserved for returning the answer. */
const MARGIN_MS = 1000;
/** How long to wait for a device that is reconnecting. */
const OPEN_WAIT_MS = 8000;
const TYPES = { image: 'image/jpeg', video: 'video/mp4', audio: 'audio/mpeg', document: 'application/octet-stream' };

const notSent = (message: string, safeToRetry: boolean, code: string | null = null): DeviceSendOutcome => ({
  outcome: 'refused',
  status: null,
  code,
  message,
  safeToRetry,
  retryAfterMs: null,
});

function toOutcome(sent: DeviceSent, id: string): DeviceSendOutcome {
  if (sent.kind === 'accepted') return { outcome: 'accepted', providerMessageId: id, furtherIds: [] };
  if (sent.kind === 'unknown') return { outcome: 'unknown', code: null, message: sent.message };
  const { status, code, message, isTransient } = sent;
  return { outcome: 'refused', status, code, message, safeToRetry: isTransient, retryAfterMs: null };
}

/**
 * Audio has no caption: its text follows as a separate message (docs/reference/sends.md#media: media first, text
 * second).
 */
const partsOf = ({ text, media }: Input): { text: string; media: Input['media'] }[] =>
  media?.type === 'audio' && text !== ''
    ? [
        { text: '', media },
        { text, media: null },
      ]
    : [{ text, media }];

/** Sends a message from a device that this worker holds. The ids of its parts are stored before anything is sent. */
export function makeSendDeviceMessage({ network, sends, openFile, openUpload, count, now }: SendDeviceMessageDeps) {
  async function sendPart(
    runner: DeviceRunner,
    { to, messageId, tenantId }: Input,
    { text, media }: { text: string; media: Input['media'] },
    part: number,
    deadline: number,
  ): Promise<DeviceSendOutcome> {
    const offered = await network.makeMessageId();
    const deviceId = runner.device().id;
    const id = await sends.chooseId({ deviceId, messageId, part, offered, now: now() });
    const socket = await runner.connection.untilOpen(Math.min(deadline, Date.now() + OPEN_WAIT_MS));
    if (!socket || !runner.isHeld()) return notSent('The device is not connected to the network now.', false);
    if (!media) return toOutcome(await socket.send({ id, to, text, file: null }, deadline), id);
    let opened: OpenedFile;
    try {
      opened = await (media.uploadId === undefined
        ? openFile(media.url, tenantId)
        : openUpload(media.uploadId, tenantId));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return notSent(`The file could not be read: ${reason}`, false, 'media_unreadable');
    }
    try {
      const { type, filename } = media;
      const file: DeviceFile = { type, filename, bytes: opened.body, mimeType: opened.mimeType ?? TYPES[type] };
      return toOutcome(await socket.send({ id, to, text, file }, deadline), id);
    } finally {
      opened.close();
    }
  }

  return async (runner: DeviceRunner, input: Input, deadlineAt: number): Promise<DeviceSendOutcome> => {
    const deadline = deadlineAt - MARGIN_MS;
    const [first, second] = partsOf(input);
    if (!first || !runner.isWanted() || !runner.device().state.isPaired)
      return notSent('The device is not linked to a phone.', false);
    const outcome = await sendPart(runner, input, first, 0, deadline);
    count(outcome.outcome);
    if (outcome.outcome !== 'accepted' || !second) return outcome;
    const followed = await sendPart(runner, input, second, 1, deadline);
    count(followed.outcome);
    if (followed.outcome !== 'accepted') return outcome;
    return { ...outcome, furtherIds: [followed.providerMessageId] };
  };
}

export type SendDeviceMessage = ReturnType<typeof makeSendDeviceMessage>;
