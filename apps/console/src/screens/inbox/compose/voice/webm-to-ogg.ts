import { readWebm } from './read-webm.ts';
import { writeOgg } from './write-ogg.ts';

/**
 * Moves the Opus packets of a browser's WebM recording into an Ogg file, the form of voice notes on every channel
 * (docs/reference/console.md#voice-notes). Throws if it is truncated or has another structure.
 */
export async function webmToOgg(recording: Blob): Promise<Blob> {
  const track = readWebm(new Uint8Array(await recording.arrayBuffer()));
  const [serial = 0] = crypto.getRandomValues(new Uint32Array(1));
  return new Blob(writeOgg(track, serial), { type: 'audio/ogg' });
}
