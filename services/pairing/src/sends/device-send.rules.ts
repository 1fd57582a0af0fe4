import type { DeviceSendOutcome, sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import type { InputOf } from '@parley/common/define-contract';
import type { DeviceSent } from '../devices/device-network.rules.ts';
import { failureOutcome } from './failure-outcome.rules.ts';

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
