import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendAsset } from '../answers/send-asset.ts';
import { chooseEncoding } from './choose-encoding.ts';
import type { BuiltFile } from './list-built-files.ts';

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
