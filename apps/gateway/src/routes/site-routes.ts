import { AppError } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendAsset } from '../answers/send-asset.ts';
import { chooseEncoding } from '../console/choose-encoding.ts';
import type { Site, SiteFile } from '../site/open-site.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

/** Of the first page: with a slash, which the links of its pages need. */
export const SITE_ADDRESS = '/docs';
const ROOT = `${SITE_ADDRESS}/`;
const NOT_FOUND = '404.html';
const A_YEAR = 'public, max-age=31536000, immutable';
/** Below `assets/`, a file's name holds a hash of its content. */
const isHashed = (name: string): boolean => name.startsWith('assets/');

/** The page of the API's reference: its library adds style elements. */
const REFERENCE = 'api.html';

/** Everything comes from this origin. Highlighted code has style attributes; inline code is that of the build. */
function makePolicy({ inlineCode: { scripts, styles } }: Site, name: string): string {
  const isReference = name === REFERENCE;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...(isReference ? [] : scripts)].join(' '),
    ["style-src 'self'", ...(isReference ? ["'unsafe-inline'"] : styles)].join(' '),
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function sendSiteFile(request: FastifyRequest, reply: FastifyReply, site: Site, file: SiteFile) {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file.encodings);
  if (file.name.endsWith('.html')) reply.header('content-security-policy', makePolicy(site, file.name));
  reply.header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return sendAsset(request, reply, await file.read(encoding), isHashed(file.name) ? A_YEAR : undefined);
}

const wantsPage = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html');

/** The file of an address below /docs/: itself, or a page without its extension. */
const findFile = ({ files }: Site, name: string): SiteFile | undefined =>
  name === '' || name.endsWith('/') ? files.get(`${name}index.html`) : (files.get(name) ?? files.get(`${name}.html`));

/**
 * The documentation site (docs/reference/requests.md#address). Addresses of the pages have no extension; the first page
 * of a folder is at the address with a slash.
 */
export function addSiteRoutes(app: FastifyInstance, site: Site): void {
  const handle: Handle = (request, reply) => {
    // The router ignores a final slash, so the address itself says whether there is one.
    const [path = ROOT] = request.url.split('?', 1);
    const name = decodeURIComponent(path.slice(ROOT.length));
    const file = findFile(site, name);
    if (file && `${path}/` !== ROOT) return sendSiteFile(request, reply, site, file);
    if (`${path}/` === ROOT || site.files.has(`${name}/index.html`)) return reply.redirect(`${path}/`, 302);
    const missing = site.files.get(NOT_FOUND);
    if (!missing || !wantsPage(request)) throw new AppError('unknown_route');
    return sendSiteFile(request, reply.code(404), site, missing);
  };
  for (const url of [SITE_ADDRESS, `${ROOT}*`])
    routeMethods(app, url, { GET: handle, HEAD: handle }, { operation: 'docs' });
}
