import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { type Asset, makeAsset, sendAsset } from '../answers/send-asset.ts';
import { openSite } from '../site/open-site.ts';
import { addErrorPage } from './error-page.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';
import { addSiteRoutes, SITE_ADDRESS } from './site-routes.ts';

const require = createRequire(import.meta.url);

export type DocumentAudience = 'customer' | 'operator';

interface ShownDocument {
  audience: DocumentAudience;
  title: string;
  /** The addresses of the document and of the page that shows it. */
  document: string;
  page: string;
}

const DOCUMENTS: readonly ShownDocument[] = [
  { audience: 'customer', title: 'Messaging API', document: '/openapi.json', page: '/docs' },
  { audience: 'operator', title: 'Operator API', document: '/openapi-operator.json', page: '/docs/operator' },
];

const pageOf = ({ title, document }: ShownDocument): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="page" data-document="${document}"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/open-page.js"></script>
</body>
</html>
`;

/** The reader's origin is the server: the page's policy allows no other. */
const OPEN_PAGE = `fetch(document.getElementById('page').dataset.document)
  .then((answer) => answer.json())
  .then((spec) =>
    SwaggerUIBundle({
      spec: { ...spec, servers: [{ url: location.origin }] },
      dom_id: '#page',
      deepLinking: true,
      presets: [SwaggerUIBundle.presets.apis],
      validatorUrl: null,
    }),
  );
`;

/** Content policy: scripts of this origin only; the page sets style attributes and has data URLs as icons. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

type MakeDocument = (audience: DocumentAudience) => Promise<object>;

/** The asset of each address. Generating the document takes half a second, so it is generated on first use. */
const assetsOf = (makeDocument: MakeDocument): ReadonlyMap<string, () => Asset | Promise<Asset>> =>
  new Map<string, () => Asset | Promise<Asset>>([
    ...DOCUMENTS.map((shown) => [shown.page, () => makeAsset('text/html; charset=utf-8', pageOf(shown))] as const),
    ['/docs/open-page.js', () => makeAsset('text/javascript; charset=utf-8', OPEN_PAGE)],
    ...DOCUMENTS.map(
      ({ audience, document }) =>
        [
          document,
          async () => makeAsset('application/json; charset=utf-8', JSON.stringify(await makeDocument(audience))),
        ] as const,
    ),
    ...Object.entries(FILES).map(
      ([name, type]) =>
        [
          `/docs/${name}`,
          async () => makeAsset(type, await readFile(require.resolve(`swagger-ui-dist/${name}`))),
        ] as const,
    ),
  ]);

/**
 * The OpenAPI documents, and pages that show them without requests to other hosts (docs/reference/requests.md#address).
 * If the documentation site is built, it replaces the page at /docs: it has its own reference of the customer API.
 * Returns whether the site is built.
 */
export async function addDocsRoutes(
  app: FastifyInstance,
  { makeDocument, siteDirectory }: { makeDocument: MakeDocument; siteDirectory: string },
): Promise<boolean> {
  const site = await openSite(siteDirectory);
  if (site) addSiteRoutes(app, site);
  else addErrorPage(app);
  for (const [url, make] of assetsOf(makeDocument)) {
    if (site && url === SITE_ADDRESS) continue;
    let made: Asset | undefined;
    const handle: Handle = async (request, reply) => {
      made ??= await make();
      if (url.startsWith('/docs')) reply.header('content-security-policy', PAGE_POLICY);
      return sendAsset(request, reply, made);
    };
    routeMethods(app, url, { GET: handle, HEAD: handle }, { operation: 'docs' });
  }
  return site !== null;
}
