import type { DeviceActOutcome } from '@parley/common/contracts/internal/act-on-device-message';
import type { DeviceSendOutcome, sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import type { InputOf } from '@parley/common/define-contract';
import type { DeviceActed, DeviceSent } from '../devices/device-network.rules.ts';

type Message = Pick<InputOf<typeof sendDeviceMessage>, 'text' | 'media' | 'rich' | 'quoted' | 'mentions'>;

export interface SentPart extends Message {
  /** Its number within the message, from 0. */
  part: number;
}

/**
 * Audio has no caption: its text follows as a separate message (docs/reference/sends.md#media: media first, text
 * second).
 */
export const sendPartsOf = ({ text, media, rich, quoted, mentions }: Message): SentPart[] =>
  (media?.type === 'audio' || media?.type === 'voice') && text !== ''
    ? [
        { part: 0, text: '', media, quoted },
        { part: 1, text, media: null, rich, mentions },
      ]
    : [{ part: 0, text, media, rich, quoted, mentions }];

/** The outcome of a part that was handed to the network under this id. */
export function outcomeOf(sent: DeviceSent, id: string): DeviceSendOutcome {
  if (sent.kind === 'accepted') return { outcome: 'accepted', providerMessageId: id, furtherIds: [] };
  return failureOutcome(sent);
}

/** The outcome of an act at the network, on the bus. */
export function toActOutcome(acted: DeviceActed): DeviceActOutcome {
  switch (acted.kind) {
    case 'done':
      return { outcome: 'done' };
    case 'checked':
      return { outcome: 'checked', checks: acted.checks };
    case 'paced':
      return { outcome: 'paced', retryAfterMs: acted.retryAfterMs };
    default:
      return failureOutcome(acted);
  }
}

type Failure = Exclude<DeviceSendOutcome, { outcome: 'accepted' }>;

/** The outcome of a message or an act that was not handed to the network. */
export const notHandedOver = (message: string, code: string | null = null): Failure => ({
  outcome: 'refused',
  status: null,
  code,
  message,
  safeToRetry: false,
  retryAfterMs: null,
});

/** The outcome of a message or an act that the network did not confirm, on the bus. */
function failureOutcome(failure: Exclude<DeviceSent, { kind: 'accepted' }>): Failure {
  if (failure.kind === 'unknown') return { outcome: 'unknown', code: null, message: failure.message };
  const { status, code, message, isTransient } = failure;
  return { outcome: 'refused', status, code, message, safeToRetry: isTransient, retryAfterMs: null };
}

/** Numbers that may be looked up at once, and how long one takes to come back. */
const BURST = 50;
const PER_NUMBER_MS = 1000;

export type NumberPace = ReturnType<typeof makeNumberPace>;

/**
 * Limits how many numbers an account looks up: 50 at once, then one a second. The network restricts accounts that look
 * up many numbers.
 */
export function makeNumberPace(now: () => number) {
  /** When all numbers are back, in ms since the epoch. */
  let fullAt = 0;
  return {
    /** Takes the numbers and returns 0, or takes none and returns the wait in milliseconds. */
    take(count: number): number {
      const at = now();
      const next = Math.max(fullAt, at) + count * PER_NUMBER_MS;
      const waitMs = next - at - BURST * PER_NUMBER_MS;
      if (waitMs > 0) return waitMs;
      fullAt = next;
      return 0;
    },
  };
}
