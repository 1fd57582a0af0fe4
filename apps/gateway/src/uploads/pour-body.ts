import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { LARGEST_BYTES } from '@parley/common/contracts/operator/uploads';
import { AppError, fieldError, invalidField } from '@parley/common/errors';
import { sendContinue } from '../input/read-body.ts';

/** Limits of the fields of a form besides its file. */
const LIMITS = {
  files: 2,
  fields: 10,
  parts: 12,
  fieldNameSize: 100,
  fieldSize: 1000,
  headerPairs: 50,
  headerSize: 16 * 1024,
};
const NAME_MAX = 240;
/** Boundaries, headers and fields of a form. */
export const FORM_MAX_BYTES = 64 * 1024;

const endedEarly = (field: string): AppError => invalidField(field, 'The body ended before it was complete.');

/** Runs a transfer of a body until it has ended or failed; then nothing reads the body any more. */
function transfer<T>(
  request: IncomingMessage,
  field: string,
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  sendContinue(request);
  return new Promise<T>((resolve, reject) => {
    const onGone = (): void => {
      if (!request.readableEnded) reject(endedEarly(field));
    };
    request.once('error', onGone).once('close', onGone);
    begin(resolve, reject);
  }).finally(() => request.unpipe());
}

/** Writes a body that is the file itself. Errors: those of the sink, invalid_body. */
export const pourRaw = (request: IncomingMessage, sink: Writable): Promise<void> =>
  transfer(request, 'body', (resolve, reject) => {
    sink.once('error', reject).once('finish', () => resolve());
    request.pipe(sink);
  });

/** Errors: unsupported_media_type. */
function openForm({ headers }: IncomingMessage): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: LIMITS,
      isPartAFile: (name, _type, filename) => name === 'file' || filename !== undefined,
    });
  } catch (cause) {
    throw new AppError('unsupported_media_type', { message: 'The form has no usable boundary.', cause });
  }
}

const ONE_FILE = 'The form must have one part with a file, whose name is file.';

/** The beginning of a name from a form, cut between characters. */
const cutName = (name: string): string => name.slice(0, NAME_MAX).replace(/[\uD800-\uDBFF]$/, '');

/**
 * Writes the file of a form, and returns its name: that of the field `name`, or of the file. Errors: those of the sink,
 * missing_file, invalid_file, unsupported_media_type.
 */
export async function pourForm(request: IncomingMessage, sink: Writable): Promise<string | null> {
  const form = openForm(request);
  return transfer(request, 'file', (resolve, reject) => {
    let [bytes, files] = [0, 0];
    let name: string | null = null;
    const refuse = (message: string): void => reject(invalidField('file', message));
    sink.once('error', reject);
    form.on('file', (field, stream, filename) => {
      files++;
      stream.on('error', () => refuse('The form ended before its file was complete.'));
      if (field !== 'file' || files > 1) {
        stream.resume();
        return refuse(ONE_FILE);
      }
      name ??= filename === undefined ? null : cutName(filename);
      stream.pipe(sink);
    });
    form.on('field', (field, value) => {
      if (field === 'name' && value.trim() !== '') name = cutName(value);
    });
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
      form.on(limit, () => refuse('The form has more parts than one file and its name.'));
    form.on('error', () => refuse('The form is not valid multipart/form-data.'));
    form.on('finish', () => {
      if (files === 0) reject(fieldError([{ field: 'file', code: 'missing_file', message: ONE_FILE }]));
      else if (sink.writableFinished) resolve(name);
      else sink.once('finish', () => resolve(name));
    });
    // The parts around the file are bounded as well.
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LARGEST_BYTES + FORM_MAX_BYTES) refuse('The form is larger than its file may be.');
    });
    request.pipe(form);
  });
}
