import type { OpenFile } from '@parley/providers/open-file';

/** A stored file of a message. */
export interface MediaFile {
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
  mimeType: string | null;
  filename: string | null;
  /** Bytes, as announced by the provider. */
  size: number | null;
}

export interface MediaSource {
  /** Null when the file no longer exists. Errors: graph_error, telegram_error, tiktok_error, device_error, provider_timeout, media_gone. */
  open(file: MediaFile): Promise<OpenFile | null>;
}
