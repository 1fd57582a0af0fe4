import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

/** A file that is read while it is sent. */
export interface StreamedFile {
  body: AsyncIterable<Uint8Array>;
  filename: string;
  mimeType: string | null;
  /** Closes the source; called once the form is sent or abandoned. */
  close(): void;
}

/** The file is over the platform's limit. */
export class FileTooLarge extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.name = 'FileTooLarge';
    this.maxBytes = maxBytes;
  }
}

/** Escapes a name for a form as the HTML standard does, so that a file's name cannot end its line. */
const quoted = (name: string): string => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

/**
 * A multipart form with one file that is never held completely: a body for {@link callProvider}. `problem` is the
 * reason that the source could not be read to its end.
 */
export class StreamedForm {
  readonly #boundary = `parley${randomBytes(18).toString('hex')}`;
  readonly #fields: Readonly<Record<string, string>>;
  readonly #field: string;
  readonly #file: StreamedFile;
  readonly #maxBytes: number;
  #problem: unknown = null;
  #isWhole = false;

  constructor(fields: Readonly<Record<string, string>>, field: string, file: StreamedFile, maxBytes: number) {
    this.#fields = fields;
    this.#field = field;
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  get contentType(): string {
    return `multipart/form-data; boundary=${this.#boundary}`;
  }

  /** Whether the end of the form was passed to the connection: before that no server can have accepted it. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  get problem(): unknown {
    return this.#problem;
  }

  /** The bytes of the form; can be read once. */
  stream(): Readable {
    return Readable.from(this.#parts(), { objectMode: false });
  }

  async *#parts(): AsyncGenerator<Uint8Array> {
    const { body, filename, mimeType, close } = this.#file;
    try {
      for (const [name, value] of Object.entries(this.#fields))
        yield this.#text(`content-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}`);
      const type = mimeType !== null && /^[\w.+-]+\/[\w.+-]+/.exec(mimeType)?.[0];
      const named = `name="${quoted(this.#field)}"; filename="${quoted(filename)}"`;
      const head = `content-disposition: form-data; ${named}\r\ncontent-type: ${type || 'application/octet-stream'}`;
      yield Buffer.from(`--${this.#boundary}\r\n${head}\r\n\r\n`);
      yield* this.#bounded(body);
      this.#isWhole = true;
      yield Buffer.from(`\r\n--${this.#boundary}--\r\n`);
    } finally {
      close();
    }
  }

  async *#bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const part of body) {
        size += part.length;
        if (size > this.#maxBytes) throw new FileTooLarge(this.#maxBytes);
        yield part;
      }
    } catch (error) {
      this.#problem = error;
      throw error;
    }
  }

  #text(part: string): Buffer {
    return Buffer.from(`--${this.#boundary}\r\n${part}\r\n`);
  }
}
