import type { MediaFile } from '../../../state/sandbox-state.ts';

const PREFIXES: Record<string, string> = {
  photo: 'AgAC',
  document: 'BQAC',
  video: 'BAAC',
  audio: 'CQAC',
  voice: 'AwAC',
  animation: 'CgAC',
  sticker: 'CAAC',
  video_note: 'DQAC',
};
const FOLDERS: Record<string, string> = { photo: 'photos', video: 'videos', voice: 'voice', audio: 'music' };
const MIDDLE = 'AgQAAxkBAAIB';

/** A bot's `file_id` of a file; photos have one per size (`s`, `m`, `x`). */
export function fileIdOf(kind: string, media: MediaFile, size?: 's' | 'm' | 'x'): string {
  return `${PREFIXES[kind] ?? 'BQAC'}${MIDDLE}${media.id}${size === undefined ? '' : `-${size}`}`;
}

/** The media id and kind inside a `file_id`; null when it is not one. */
export function readFileId(fileId: string): { kind: string; mediaId: string } | null {
  const match = /^(.{4})AgQAAxkBAAIB(\d+)(?:-[smx])?$/.exec(fileId);
  const kind = Object.keys(PREFIXES).find((known) => PREFIXES[known] === match?.[1]);
  return match?.[2] && kind ? { kind, mediaId: match[2] } : null;
}

/** The `file_path` of a file, with the extension of its name. */
export function filePathOf(kind: string, media: MediaFile): string {
  const extension = /\.\w{1,8}$/.exec(media.filename ?? '')?.[0] ?? '.bin';
  return `${FOLDERS[kind] ?? 'documents'}/file_${media.id}${extension}`;
}

/** The media id inside a `file_path`. */
export function readFilePath(path: string): string | null {
  return /\/file_(\d+)\./.exec(path)?.[1] ?? null;
}

/** A file in a Message: the common fields and those of its kind, or a photo's sizes. */
export function fileContent(kind: string, media: MediaFile): Record<string, unknown> {
  const file = { file_id: fileIdOf(kind, media), file_unique_id: `AgAD${media.id}`, file_size: media.declaredBytes };
  const named = { ...(media.filename === null ? {} : { file_name: media.filename }), mime_type: media.mimeType };
  switch (kind) {
    case 'photo':
      return { photo: photoSizes(media) };
    case 'voice':
      return { voice: { duration: 3, mime_type: 'audio/ogg', ...file } };
    case 'audio':
      return { audio: { duration: 200, ...named, ...file } };
    case 'video':
      return { video: { duration: 5, width: 1280, height: 720, ...named, ...file } };
    case 'video_note':
      return { video_note: { duration: 5, length: 240, ...file } };
    case 'animation': {
      // The platform repeats an animation as a document, for clients that do not support animations.
      const animation = { ...named, duration: 2, width: 320, height: 240, ...file };
      return { animation, document: { ...named, ...file } };
    }
    case 'sticker':
      return {
        sticker: {
          width: 512,
          height: 512,
          emoji: '👍',
          set_name: 'S',
          is_animated: false,
          is_video: false,
          type: 'regular',
          ...file,
        },
      };
    default:
      return { document: { ...named, ...file } };
  }
}

function photoSizes(media: MediaFile) {
  const sizes = [
    { size: 's', width: 90, height: 67 },
    { size: 'm', width: 320, height: 240 },
    { size: 'x', width: 1280, height: 960 },
  ] as const;
  return sizes.map(({ size, width, height }) => ({
    file_id: fileIdOf('photo', media, size),
    file_unique_id: `AQAD${media.id}${size}`,
    file_size: media.declaredBytes,
    width,
    height,
  }));
}
