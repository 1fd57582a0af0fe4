import type { Channel } from '@parley/common/channels';
import { refusalOf } from '@parley/common/files/upload-rules';

/** How a voice note is recorded, and the type that it is sent as. */
export interface RecordingForm {
  recorded: string;
  sent: 'audio/ogg' | 'audio/mp4';
}

/** Firefox records Ogg, Chromium WebM with the same packets, Safari MP4. */
const FORMS: readonly RecordingForm[] = [
  { recorded: 'audio/ogg;codecs=opus', sent: 'audio/ogg' },
  { recorded: 'audio/webm;codecs=opus', sent: 'audio/ogg' },
  { recorded: 'audio/mp4', sent: 'audio/mp4' },
];

/** The first form that the browser records and the channel takes as a voice note; null if there is none. */
export const recordingForm = (channel: Channel, isRecorded: (type: string) => boolean): RecordingForm | null =>
  FORMS.find(
    ({ recorded, sent }) =>
      refusalOf(channel, { mimeType: sent, size: 1, isVoice: true }) === null && isRecorded(recorded),
  ) ?? null;
