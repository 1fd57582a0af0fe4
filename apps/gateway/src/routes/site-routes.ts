import { AppError } from '@parley/common/errors';
import type { FastifyInstance } from 'fastify';
import type { BuiltFile } from '../built-files/list-built-files.ts';
import { sendBuiltFile, wantsPage } from '../built-files/send-built-file.ts';
import type { Site } from '../site/open-site.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

/** The address of the site. Its first page is at this address with a slash, so that relative links resolve. */
export const SITE_ADDRESS = '/docs';
const ROOT = `${SITE_ADDRESS}/`;
const NOT_FOUND = '404.html';

/** The API reference, whose library inserts style elements. */
const REFERENCE = 'api.html';

/**
 * The policy of a page: everything comes from this origin, inline code is that of the build, and highlighted code has
 * style attributes. Null for other files, which keep the policy of every answer.
 */
function policyOf({ inlineCode: { scripts, styles } }: Site, { name }: BuiltFile): string | null {
  if (!name.endsWith('.html')) return null;
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

/** The file of an address below /docs/: itself, or a page without its extension. */
const findFile = ({ files }: Site, name: string): BuiltFile | undefined =>
  name === '' || name.endsWith('/') ? files.get(`${name}index.html`) : (files.get(name) ?? files.get(`${name}.html`));

/**
 * The documentation site (docs/reference/requests.md#address). Addresses of the pages have no extension; the first page
 * of a folder is at the address with a slash.
 */
export function addSiteRoutes(app: FastifyInstance, site: Site): void {
  const sendFile = (file: BuiltFile, ...[request, reply]: Parameters<Handle>) =>
    sendBuiltFile(request, reply, { file, policy: policyOf(site, file) });
  const handle: Handle = (request, reply) => {
    // The router ignores a final slash, so only the address shows whether there is one.
    const [path = ROOT] = request.url.split('?', 1);
    const name = decodeURIComponent(path.slice(ROOT.length));
    const file = findFile(site, name);
    if (file && path !== SITE_ADDRESS) return sendFile(file, request, reply);
    if (path === SITE_ADDRESS || site.files.has(`${name}/index.html`)) return reply.redirect(`${path}/`, 302);
    const missing = site.files.get(NOT_FOUND);
    if (!missing || !wantsPage(request)) throw new AppError('unknown_route');
    return sendFile(missing, request, reply.code(404));
  };
  for (const url of [SITE_ADDRESS, `${ROOT}*`])
    routeMethods(app, url, { GET: handle, HEAD: handle }, { operation: 'docs' });
}
