import type { StreamSource } from '@parley/bus/carriers/stream';
import type { OpenMediaInput, openMedia } from '@parley/common/contracts/internal/open-media';
import type { OutputOf } from '@parley/common/define-contract';
import type { OpenFile } from '@parley/providers/http/open-file';
import type { z } from 'zod';
import type { FileCopy } from '../copies/kept-file.rules.ts';

/** A stored file of a message. */
export interface MediaFile {
  /** Id of the attachment: att_… */
  id: string;
  channel: string;
  tenantId: number;
  /** Platform id of the account that received or sent it. */
  externalId: string;
  /** Credentials of that account, encrypted. */
  credentials: string;
  providerMediaId: string | null;
  sourceUrl: string | null;
  /** The uploaded file that was sent. */
  upload: { id: string; size: number } | null;
  /** The copy of a customer's file, once it is made. */
  copy: FileCopy | null;
  mimeType: string | null;
  filename: string | null;
  /** Bytes, as announced by the provider. */
  size: number | null;
}

export interface MediaSource {
  /** Null when the file no longer exists. Errors: graph_error, telegram_error, tiktok_error, device_error, provider_timeout, media_gone. */
  open(file: MediaFile): Promise<OpenFile | null>;
}

/** Sources of files: the platform of each channel, uploads of members, the open web. */
export interface MediaSources {
  platforms: Readonly<Record<string, MediaSource>>;
  uploads: MediaSource;
  web: MediaSource;
}

export function sourceOf(
  { platforms, uploads, web }: MediaSources,
  { upload, providerMediaId, channel }: MediaFile,
): MediaSource {
  if (upload !== null) return uploads;
  return providerMediaId === null ? web : (platforms[channel] ?? web);
}

type Head = OutputOf<typeof openMedia>;

/** An open file of a message. */
export type OpenedMedia = StreamSource<Omit<Head, 'tenantId'>>;

/** The type of a file of which neither the message nor its source has one. */
export const UNKNOWN_TYPE = 'application/octet-stream';

export type AskedRange = NonNullable<z.output<typeof OpenMediaInput>['range']>;

/** First and last byte, both included. */
export interface Part {
  start: number;
  end: number;
}

/**
 * The requested part of a file of `total` bytes with this entity tag; null: the whole file
 * (docs/reference/events.md#attachments).
 */
export function resolveRange(
  asked: AskedRange | undefined,
  { total, etag }: { total: number; etag: string },
): Part | 'unsatisfiable' | null {
  if (asked === undefined || (asked.ifRange !== undefined && asked.ifRange !== etag)) return null;
  const { start, end } = asked;
  if (start === null) {
    if (end === null || end === 0 || total === 0) return 'unsatisfiable';
    return { start: Math.max(0, total - end), end: total - 1 };
  }
  if (start >= total) return 'unsatisfiable';
  return { start, end: end === null ? total - 1 : Math.min(end, total - 1) };
}
