import type { OpenFile } from '@parley/providers/open-file';

/** A stored file of a message. */
export interface MediaFile {
  channel: string;
  tenantId: number;
  /** Of the account that it came by. */
  externalId: string;
  /** Of that account, encrypted. */
  credentials: string;
  providerMediaId: string | null;
  sourceUrl: string | null;
  /** What was uploaded to be sent. */
  upload: { id: string; size: number } | null;
  mimeType: string | null;
  filename: string | null;
  /** Bytes, as the provider announced them. */
  size: number | null;
}

/** A source of files. */
export interface MediaSource {
  /** Null when the file no longer exists. Errors: graph_error, telegram_error, tiktok_error, device_error, provider_timeout, media_gone. */
  open(file: MediaFile): Promise<OpenFile | null>;
}
