import type { Channel } from '@parley/common/channels';
import { kindOfType, refusalOf } from '@parley/common/files/upload-rules';
import type { InputOf, OutputOf } from '../../../api/operations.ts';

type Upload = OutputOf<'add-upload-piece'>;

export interface UploadDeps {
  begin(input: InputOf<'begin-upload'>): Promise<OutputOf<'begin-upload'>>;
  addPiece(input: InputOf<'add-upload-piece'>): Promise<Upload>;
  toBase64(piece: Blob): Promise<string>;
  /** Whether the same call may succeed a little later. */
  isPassing(error: unknown): boolean;
  pause(ms: number): Promise<void>;
  onProgress(received: number): void;
  isStopped(): boolean;
  /** The file is a recording, to be sent as a voice note. */
  isVoice: boolean;
}

export type Uploaded = { upload: Upload } | { refusal: 'type' | 'size' } | 'stopped';

const NAME_MAX = 200;
/** Pauses before a piece is retried: half a minute without a connection ends nothing. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000];

async function patiently<T>({ isPassing, pause, isStopped }: UploadDeps, call: () => Promise<T>): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error) || isStopped()) throw error;
      await pause(ms);
    }
  }
  return call();
}

/** Cuts a long name at its beginning: its end has the file extension. */
const nameOf = (name: string): string => [...name].slice(-NAME_MAX).join('') || 'file';

/**
 * Uploads a file in pieces (docs/reference/uploads.md#pieces). The server knows its type after the first piece; a type
 * that the channel does not take is given up then.
 */
export async function uploadFile(file: File, channel: Channel, deps: UploadDeps): Promise<Uploaded> {
  const { isVoice } = deps;
  const refused = refusalOf(channel, { mimeType: file.type, size: file.size, isVoice });
  // The browser derives the type from the name: the channel may still take a type that the browser does not know.
  if (refused && kindOfType(file.type) !== null) return { refusal: refused };
  const begun = await patiently(deps, () => deps.begin({ filename: nameOf(file.name), size: file.size }));
  let upload: Upload = begun;
  while (upload.received < upload.size) {
    if (deps.isStopped()) return 'stopped';
    const offset = upload.received;
    const data = await deps.toBase64(file.slice(offset, offset + begun.piece_bytes));
    upload = await patiently(deps, () => deps.addPiece({ upload_id: begun.upload_id, offset, data }));
    const refusal = refusalOf(channel, { mimeType: upload.mime_type ?? '', size: upload.size, isVoice });
    if (refusal) return { refusal };
    deps.onProgress(upload.received);
  }
  return { upload };
}
