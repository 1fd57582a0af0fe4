import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendAsset } from '../answers/send-asset.ts';
import { type BuiltFile, ENCODINGS, type Encoding } from './list-built-files.ts';

const A_YEAR = 'public, max-age=31536000, immutable';

/** Whether a browser opens the address as a page. */
export const wantsPage = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html');

/** Whether the file's name contains a hash of its content, so that it never changes. */
export const isHashed = (name: string): boolean => name.startsWith('assets/');

/** Sends the smallest form of a file that the browser accepts, with a content security policy if one is given. */
export async function sendBuiltFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, policy }: { file: BuiltFile; policy: string | null },
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file.encodings);
  if (policy !== null) reply.header('content-security-policy', policy);
  reply.header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return sendAsset(request, reply, await file.read(encoding), isHashed(file.name) ? A_YEAR : undefined);
}

/** Whether `Accept-Encoding` lists the encoding with a quality above zero. */
const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0+)?$/.test(parameter));
  });

/** The smallest form of a file that exists and that the browser accepts; null for the uncompressed file. */
export const chooseEncoding = (header: string | undefined, existing: readonly Encoding[]): Encoding | null =>
  ENCODINGS.map(([encoding]) => encoding).find(
    (encoding) => existing.includes(encoding) && accepts(header ?? '', encoding),
  ) ?? null;
