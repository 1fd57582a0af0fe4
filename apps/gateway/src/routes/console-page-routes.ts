import { AppError } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendAsset } from '../answers/send-asset.ts';
import { chooseEncoding } from '../console/choose-encoding.ts';
import { type ConsoleFile, readConsoleFiles } from '../console/read-console-files.ts';
import { type Handle, routeMethods } from './route-methods.ts';

/** Everything comes from this origin; pictures may be data, for codes that the page draws. Nothing is inline. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = 'index.html';
const A_YEAR = 'public, max-age=31536000, immutable';

const wantsPage = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html');

function sendConsoleFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file);
  const asset = (encoding && file.compressed[encoding]) ?? file.asset;
  reply.header('content-security-policy', PAGE_POLICY).header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return sendAsset(request, reply, asset, file.isHashed ? A_YEAR : undefined);
}

/**
 * The web console (docs/reference/console.md#pages). Its own addresses are all the same page; a file that is missing is 404, so
 * that a page from before an update notices it.
 */
export async function addConsolePageRoutes(app: FastifyInstance): Promise<void> {
  const files = await readConsoleFiles();
  const page = files.get(PAGE);
  if (!page) return;
  const handle: Handle = (request, reply) => {
    const { '*': name = '' } = request.params as { '*'?: string }; // safe: the route ends with a wildcard, or has no parameter
    const file = files.get(name);
    if (file) return sendConsoleFile(request, reply, file);
    if (name.startsWith('assets/') || !wantsPage(request)) throw new AppError('unknown_route');
    return sendConsoleFile(request, reply, page);
  };
  for (const url of ['/console', '/console/*'])
    routeMethods(app, url, { GET: handle, HEAD: handle }, { operation: 'console-page' });
}
