// Only a type, because the console loads this file without zod.
import type { Channel } from '../channels.ts';

interface ChannelLimits {
  /** Longest text of a message without media. */
  text: number;
  /** Longest text with media; null when the channel has no caption and the text follows as a separate message. */
  caption: number | null;
  /** The unit of `text`. */
  unit: 'characters' | 'bytes';
}

/**
 * Length limits of a message (docs/reference/sends.md#length). Characters are UTF-16 units, as the platforms count
 * them.
 */
export const MESSAGE_LIMITS: Readonly<Record<Channel, ChannelLimits>> = {
  wd: { text: 4096, caption: 1024, unit: 'characters' },
  wa: { text: 4096, caption: 1024, unit: 'characters' },
  tg: { text: 4096, caption: 1024, unit: 'characters' },
  fb: { text: 2000, caption: null, unit: 'characters' },
  ig: { text: 1000, caption: null, unit: 'bytes' },
  tt: { text: 6000, caption: null, unit: 'characters' },
};

export interface MessageLength {
  length: number;
  limit: number;
  unit: 'characters' | 'bytes';
}

const encoder = new TextEncoder();

/** The length of a text as its channel counts it, and the limit there (docs/reference/sends.md#length). */
export function measureMessage(channel: Channel, message: string, { hasFile }: { hasFile: boolean }): MessageLength {
  const { text, caption, unit } = MESSAGE_LIMITS[channel];
  return {
    length: unit === 'bytes' ? encoder.encode(message).length : message.length,
    limit: hasFile ? (caption ?? text) : text,
    unit,
  };
}
