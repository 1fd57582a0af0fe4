import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MediaFile, SandboxState } from '../../../state/sandbox-state.ts';

const MEGABYTE = 1024 * 1024;
/** The largest upload: 10 MB for photos, 50 MB for everything else. */
const MAX_BYTES = { photo: 10 * MEGABYTE, other: 50 * MEGABYTE };
/** The largest form, with its largest file. */
const MAX_FORM_BYTES = MAX_BYTES.other + MEGABYTE;

/**
 * The file extensions that Telegram accepts by address; it checks the type, for which the sandbox uses the extension.
 */
const FETCHED: Readonly<Record<string, readonly string[]>> = {
  document: ['gif', 'pdf', 'zip'],
  photo: ['jpg', 'jpeg', 'png', 'webp', 'gif'],
};

/** Whether Telegram fetches a file at this address in a send of this kind; without an extension it does. */
export function isFetched(kind: string, url: string): boolean {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase();
  return extension === undefined || FETCHED[kind] === undefined || FETCHED[kind].includes(extension);
}

/** The file of a form, stored like a customer's; a string is the refusal; null if no file was uploaded. */
export function readUploaded(state: SandboxState, kind: string, given: unknown): MediaFile | string | null {
  if (!(given instanceof UploadedFile)) return null;
  const { bytes, filename, mimeType } = given;
  if (bytes.length === 0) return 'file must be non-empty';
  if (bytes.length > (kind === 'photo' ? MAX_BYTES.photo : MAX_BYTES.other)) return 'file is too big';
  return state.addMedia({ bytes, filename, mimeType, declaredBytes: bytes.length });
}

class UploadedFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
  constructor(filename: string, mimeType: string, bytes: Buffer) {
    this.filename = filename;
    this.mimeType = mimeType;
    this.bytes = bytes;
  }

  /** Shown in the log of calls. */
  toJSON() {
    return { filename: this.filename, mime_type: this.mimeType, size: this.bytes.length };
  }
}

/** Reads multipart bodies: texts as strings, files as uploaded files. */
export function addFormParser(app: FastifyInstance): void {
  const options = { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES } as const;
  app.addContentTypeParser(
    'multipart/form-data',
    options,
    async (request: FastifyRequest, body: string | Buffer): Promise<Record<string, unknown>> => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const form = await new Response(new Uint8Array(Buffer.from(body)), { headers }).formData();
      const fields = [...form].map(async ([name, value]) => {
        if (typeof value === 'string') return [name, value] as const;
        return [name, new UploadedFile(value.name, value.type, Buffer.from(await value.arrayBuffer()))] as const;
      });
      return Object.fromEntries(await Promise.all(fields));
    },
  );
}
