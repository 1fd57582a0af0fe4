import type { OpenFile } from '@parley/providers/open-file';
import type { FileCopy } from './kept-file.ts';

/** A stored file of a message. */
export interface MediaFile {
  /** Of the attachment: att_… */
  id: string;
  channel: string;
  tenantId: number;
  /** Of the account that received or sent it. */
  externalId: string;
  /** Of that account, encrypted. */
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
