import type { UploadAnswer } from './api/models.ts';
import type { Call, CallOptions } from './transport.ts';

export interface UploadFileOptions extends CallOptions {
  /** Name of the file, as the recipient sees it. Default: that of a File. */
  name?: string;
}

/** Parley gives a request this time. */
const UPLOAD_MS = 600_000;

type Parts = ConstructorParameters<typeof Blob>[0];

/**
 * Uploads the bytes of a file, whose `upload_id` a send takes. A Blob is read as it is sent, also one of a file on the disk
 * (`openAsBlob` of node:fs). A call takes at most 10 minutes by default.
 */
export function uploadFile(
  call: Call,
  file: Blob | ArrayBuffer | Uint8Array,
  { name, ...options }: UploadFileOptions = {},
): Promise<UploadAnswer> {
  // safe: the constructor takes each of them
  const blob = file instanceof Blob ? file : new Blob([file] as Parts);
  const own = 'name' in blob && typeof blob.name === 'string' ? blob.name : undefined;
  return call('POST', 'upload', { name: name ?? own }, { timeoutMs: UPLOAD_MS, ...options }, blob);
}
