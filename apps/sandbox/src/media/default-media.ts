import type { CustomerMessage } from '../customers/customer-message.ts';
import type { MediaFile, SandboxState } from '../state/sandbox-state.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const defaults: Record<string, { mimeType: string; filename: string; bytes: Buffer }> = {
  image: { mimeType: 'image/png', filename: 'photo.png', bytes: Buffer.from(PNG, 'base64') },
  document: {
    mimeType: 'application/pdf',
    filename: 'invoice.pdf',
    bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  },
  video: { mimeType: 'video/mp4', filename: 'clip.mp4', bytes: Buffer.from('sandbox video') },
  animation: { mimeType: 'video/mp4', filename: 'animation.mp4', bytes: Buffer.from('sandbox animation') },
  video_note: { mimeType: 'video/mp4', filename: 'note.mp4', bytes: Buffer.from('sandbox video note') },
  audio: { mimeType: 'audio/mpeg', filename: 'song.mp3', bytes: Buffer.from('sandbox audio') },
  voice: { mimeType: 'audio/ogg; codecs=opus', filename: 'voice.ogg', bytes: Buffer.from('OggS sandbox voice') },
  sticker: { mimeType: 'image/webp', filename: 'sticker.webp', bytes: Buffer.from('RIFF sandbox sticker') },
};

/** The file of a customer's message: a stored one, the given bytes, or a small default of the right kind. */
export function mediaOf(state: SandboxState, message: CustomerMessage): MediaFile | null {
  const fallback = defaults[message.type];
  if (!fallback) return null;
  const given = message.media ?? {};
  const stored = given.id === undefined ? undefined : state.media.get(given.id);
  if (stored) return stored;
  const bytes = given.base64 === undefined ? fallback.bytes : Buffer.from(given.base64, 'base64');
  return state.addMedia({
    mimeType: given.mime_type ?? fallback.mimeType,
    filename: given.filename ?? fallback.filename,
    bytes,
    declaredBytes: given.size ?? bytes.length,
  });
}
