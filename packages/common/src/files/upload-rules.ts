import type { Channel } from '../channels.ts';

/** Kinds of files. */
export const FILE_KINDS = ['image', 'video', 'audio', 'document'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/**
 * Stored types, by content, each with its common name. A browser executes none of them
 * (docs/reference/uploads.md#types).
 */
const TYPES: Readonly<Record<string, { kind: FileKind; name: string }>> = {
  'image/jpeg': { kind: 'image', name: 'jpg' },
  'image/png': { kind: 'image', name: 'png' },
  'image/gif': { kind: 'image', name: 'gif' },
  'image/webp': { kind: 'image', name: 'webp' },
  'video/mp4': { kind: 'video', name: 'mp4' },
  'video/3gpp': { kind: 'video', name: '3gp' },
  'video/quicktime': { kind: 'video', name: 'mov' },
  'video/webm': { kind: 'video', name: 'webm' },
  'audio/mpeg': { kind: 'audio', name: 'mp3' },
  'audio/mp4': { kind: 'audio', name: 'm4a' },
  'audio/aac': { kind: 'audio', name: 'aac' },
  'audio/amr': { kind: 'audio', name: 'amr' },
  'audio/ogg': { kind: 'audio', name: 'ogg' },
  'audio/wav': { kind: 'audio', name: 'wav' },
  'application/pdf': { kind: 'document', name: 'pdf' },
  'application/zip': { kind: 'document', name: 'zip' },
  [`${OFFICE}.wordprocessingml.document`]: { kind: 'document', name: 'docx' },
  [`${OFFICE}.spreadsheetml.sheet`]: { kind: 'document', name: 'xlsx' },
  [`${OFFICE}.presentationml.presentation`]: { kind: 'document', name: 'pptx' },
};

export const kindOfType = (mimeType: string): FileKind | null =>
  Object.hasOwn(TYPES, mimeType) ? (TYPES[mimeType]?.kind ?? null) : null;

/** The common name of a stored type, such as `pdf`. */
export const commonNameOf = (mimeType: string): string | null =>
  Object.hasOwn(TYPES, mimeType) ? (TYPES[mimeType]?.name ?? null) : null;

/** The common names of all stored types. */
export const STORED_TYPES: readonly string[] = Object.values(TYPES).map(({ name }) => name);

/** The files of one kind that a channel accepts; without `types` every stored type of it. */
interface Taken {
  types?: readonly string[];
  maxMb: number;
}

const JPEG_PNG = ['image/jpeg', 'image/png'];

/** The files that each platform accepts, by its own documentation (docs/reference/uploads.md#channels). */
export const CHANNEL_FILES: Readonly<Record<Channel, Partial<Record<FileKind, Taken>>>> = {
  wa: {
    image: { types: JPEG_PNG, maxMb: 5 },
    video: { types: ['video/mp4', 'video/3gpp'], maxMb: 16 },
    audio: { types: ['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/amr', 'audio/ogg'], maxMb: 16 },
    document: { maxMb: 100 },
  },
  wd: {
    image: { types: JPEG_PNG, maxMb: 16 },
    video: { types: ['video/mp4', 'video/3gpp'], maxMb: 64 },
    audio: { maxMb: 16 },
    document: { maxMb: 100 },
  },
  tg: {
    image: { types: [...JPEG_PNG, 'image/webp'], maxMb: 5 },
    video: { types: ['video/mp4'], maxMb: 20 },
    audio: { types: ['audio/mpeg', 'audio/mp4'], maxMb: 20 },
    // By URL Telegram accepts fewer types and smaller files: the others are uploaded.
    document: { maxMb: 50 },
  },
  fb: { image: { maxMb: 25 }, video: { maxMb: 25 }, audio: { maxMb: 25 }, document: { maxMb: 25 } },
  ig: {
    image: { types: JPEG_PNG, maxMb: 8 },
    video: { types: ['video/mp4', 'video/quicktime', 'video/webm'], maxMb: 25 },
    audio: { types: ['audio/aac', 'audio/mp4', 'audio/wav'], maxMb: 25 },
    document: { types: ['application/pdf'], maxMb: 25 },
  },
  tt: { image: { types: JPEG_PNG, maxMb: 3 } },
};

/**
 * The recordings that a channel accepts as a voice note, where they differ from its audio files
 * (docs/reference/uploads.md#channels).
 */
const VOICE_FILES: Readonly<Partial<Record<Channel, Taken>>> = {
  tg: { types: ['audio/ogg', 'audio/mpeg', 'audio/mp4'], maxMb: 20 },
};

/** Bytes of a MB. */
export const MB = 1024 * 1024;

/** The names of the types of a kind that a channel accepts. */
const namesOf = (kind: string, { types }: Taken): string[] =>
  Object.entries(TYPES).flatMap(([type, { kind: its, name }]) =>
    its === kind && (!types || types.includes(type)) ? [name] : [],
  );

/** The types that a channel accepts, each kind with its size limit in MB, such as `jpg, png (3 MB)`. */
export const describeTaken = (channel: Channel): string =>
  Object.entries(CHANNEL_FILES[channel])
    .map(([kind, taken]) => `${namesOf(kind, taken).join(', ')} (${taken.maxMb} MB)`)
    .join('; ');

/** The file extensions that a channel accepts, for a browser's file picker: `.jpg,.png`. */
export const endingsTaken = (channel: Channel): string =>
  Object.entries(CHANNEL_FILES[channel])
    .flatMap(([kind, taken]) => namesOf(kind, taken))
    .flatMap((name) => (name === 'jpg' ? ['.jpg', '.jpeg'] : [`.${name}`]))
    .join(',');

/** The reason why a channel refuses a file, or an audio file as a voice note; null when it accepts it. */
export function refusalOf(
  channel: Channel,
  { mimeType, size, isVoice = false }: { mimeType: string; size: number; isVoice?: boolean },
): 'type' | 'size' | null {
  const kind = kindOfType(mimeType);
  if (isVoice && kind !== 'audio') return 'type';
  const ofKind = kind === null ? undefined : CHANNEL_FILES[channel][kind];
  const taken = (isVoice ? VOICE_FILES[channel] : undefined) ?? ofKind;
  if (!taken || (taken.types && !taken.types.includes(mimeType))) return 'type';
  return size > taken.maxMb * MB ? 'size' : null;
}

/** How long an uploaded file can be sent. */
export const SENDABLE_MS = 7 * 24 * 3_600_000;
