import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@parley/common/errors';
import type { FastifyInstance } from 'fastify';
import { makeAsset, sendAsset } from '../answers/send-asset.ts';
import { type BuiltFile, listBuiltFiles } from '../built-files/list-built-files.ts';
import { isHashed, sendBuiltFile, wantsPage } from '../built-files/send-built-file.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

/**
 * Everything comes from this origin; pictures may be data URLs, for codes that the page draws. Nothing is inline. If
 * there is a sandbox, its test phone is shown in a frame.
 */
const makePolicy = (sandboxOrigin: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    ...(sandboxOrigin === null ? [] : [`frame-src ${sandboxOrigin}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const PAGE = 'index.html';
/**
 * The web console (docs/reference/console.md#pages). All its own addresses serve the same page. A missing file is 404,
 * so that a page loaded before an update notices it. `/console/config.json` describes this deployment.
 */
export async function addConsolePageRoutes(
  app: FastifyInstance,
  { publicUrl, sandboxUrl, hasDocs }: { publicUrl: string; sandboxUrl: string | undefined; hasDocs: boolean },
): Promise<void> {
  const files = await readConsoleFiles();
  const page = files.get(PAGE);
  if (!page) return;
  const sandboxOrigin = sandboxUrl === undefined ? null : new URL(sandboxUrl).origin;
  const policy = makePolicy(sandboxOrigin);
  const configuration = makeAsset(
    'application/json; charset=utf-8',
    JSON.stringify({ public_origin: new URL(publicUrl).origin, sandbox_origin: sandboxOrigin, has_docs: hasDocs }),
  );
  const handle: Handle = (request, reply) => {
    const { '*': name = '' } = request.params as { '*'?: string }; // safe: the route ends with a wildcard, or has no parameter
    const file = files.get(name);
    if (file) return sendBuiltFile(request, reply, { file, policy });
    // Uptime checks, which accept any type, also use the first address.
    if (isHashed(name) || (name !== '' && !wantsPage(request))) throw new AppError('unknown_route');
    return sendBuiltFile(request, reply, { file: page, policy });
  };
  for (const url of ['/console', '/console/*'])
    routeMethods(app, url, { GET: handle, HEAD: handle }, { operation: 'console-page' });
  const configure: Handle = (request, reply) => sendAsset(request, reply, configuration);
  routeMethods(app, '/console/config.json', { GET: configure, HEAD: configure }, { operation: 'console-page' });
}

const require = createRequire(import.meta.url);

/** The file with all its forms in memory. */
async function load(file: BuiltFile): Promise<BuiltFile> {
  const forms = [null, ...file.encodings];
  const assets = new Map(await Promise.all(forms.map(async (form) => [form, await file.read(form)] as const)));
  return { ...file, read: async (encoding) => assets.get(encoding) ?? file.read(encoding) };
}

/** The built console by path below /console; empty if it was not built. */
async function readConsoleFiles(): Promise<ReadonlyMap<string, BuiltFile>> {
  const directory = join(dirname(require.resolve('@parley/console/package.json')), 'dist');
  if (!existsSync(directory)) return new Map();
  const files = await listBuiltFiles(directory, 'application/octet-stream');
  // The build's own list of its files is in a folder that begins with a dot.
  const shown = await Promise.all(files.filter(({ name }) => !name.startsWith('.')).map(load));
  return new Map(shown.map((file) => [file.name, file]));
}
