import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

// The documentation site (docs/reference/requests.md#address).
const FILES: Readonly<Record<string, string>> = {
  'index.html': '<h1>First page</h1>',
  'api.html': '<h1>Reference</h1>',
  '404.html': '<h1>No such page</h1>',
  'tutorials/first.html': '<h1>First</h1>',
  'reference/index.html': '<h1>All</h1>',
  'assets/app.4f2a.js': 'export {};',
  'files/.env.example': 'PARLEY_PORT=8080',
  'inline-code.json': JSON.stringify({ scripts: ["'sha256-abc='"], styles: ["'sha256-def='"] }),
};

let folder: string;
let gateway: TestGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-site-'));
  const site = join(folder, 'site');
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(join(site, name, '..'), { recursive: true });
    await writeFile(join(site, name), text);
  }
  await writeFile(join(site, 'index.html.br'), brotliCompressSync(FILES['index.html'] ?? ''));
  await writeFile(join(folder, 'secret.txt'), 'not for readers');
  await symlink(join(folder, 'secret.txt'), join(site, 'link.txt'));
  gateway = await openGateway({ siteDirectory: site });
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => gateway.call('GET', path, { headers });

test('serves pages without an extension, and the index of a folder at the address with a slash', async () => {
  for (const [path, text] of [
    ['/docs/', 'First page'],
    ['/docs/?q=1', 'First page'],
    ['/docs/tutorials/first', 'First'],
    ['/docs/reference/', 'All'],
    ['/docs/api', 'Reference'],
  ] as const) {
    const page = await get(path);
    expect([page.status, page.headers['content-type'], page.text]).toEqual([
      200,
      'text/html; charset=utf-8',
      `<h1>${text}</h1>`,
    ]);
  }
  expect((await get('/docs')).headers.location).toBe('/docs/');
  expect((await get('/docs/reference')).headers.location).toBe('/docs/reference/');
  expect((await gateway.call('HEAD', '/docs/')).status).toBe(200);
  expect((await gateway.call('POST', '/docs/', { body: {} })).status).toBe(405);
});

test('keeps the addresses of the documents and of the operator page', async () => {
  for (const path of ['/openapi.json', '/openapi-operator.json', '/docs/operator', '/docs/swagger-ui.css'])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
});

test('lets browsers cache files with a hash in their name, and revalidate all others', async () => {
  const script = await get('/docs/assets/app.4f2a.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const page = await get('/docs/');
  expect(page.headers['cache-control']).toBe('no-cache');
  expect((await get('/docs/', { 'if-none-match': String(page.headers.etag) })).status).toBe(304);
});

test('sends the compressed form to browsers that accept it', async () => {
  const small = await fetch(`${gateway.url}/docs/`, { headers: { 'accept-encoding': 'br' } });
  expect(small.headers.get('content-encoding')).toBe('br');
  expect(await small.text()).toBe(FILES['index.html']);
  expect((await get('/docs/index.html.br')).status).toBe(404);
});

test('allows only scripts of this origin and inline scripts of the build', async () => {
  const policyOf = async (path: string) => String((await get(path)).headers['content-security-policy']).split('; ');
  const page = await policyOf('/docs/tutorials/first');
  expect(page).toContain("default-src 'none'");
  expect(page).toContain("script-src 'self' 'sha256-abc='");
  expect(page).toContain("style-src 'self' 'sha256-def='");
  expect(await policyOf('/docs/api')).toContain("script-src 'self'");
  expect(await policyOf('/docs/files/.env.example')).toEqual(["default-src 'none'", "frame-ancestors 'none'"]);
});

test('serves copies of the repository’s files as text', async () => {
  const file = await get('/docs/files/.env.example');
  expect([file.headers['content-type'], file.text]).toEqual(['text/plain; charset=utf-8', 'PARLEY_PORT=8080']);
});

test('serves nothing outside the folder of the site', async () => {
  for (const path of [
    '/docs/../secret.txt',
    '/docs/%2e%2e/secret.txt',
    '/docs/..%2fsecret.txt',
    '/docs/tutorials/../../../secret.txt',
    '/docs/..%5csecret.txt',
    '/docs//../secret.txt',
    '/docs/link.txt',
    `/docs/${encodeURIComponent(join(folder, 'secret.txt'))}`,
    '/docs/index.html%00.txt',
    '/docs/inline-code.json',
    '/docs/__proto__',
    '/docs/tutorials',
    '/docs/%ff',
  ]) {
    const answer = await get(path);
    expect([path, answer.text.includes('not for readers'), answer.status >= 400]).toEqual([path, false, true]);
  }
});

test('a missing address returns a page to browsers and an error to programs', async () => {
  const page = await get('/docs/nothing', { accept: 'text/html' });
  expect([page.status, page.text]).toEqual([404, '<h1>No such page</h1>']);
  const error = await get('/docs/nothing');
  expect([error.status, error.body]).toMatchObject([404, { error: 'unknown_route' }]);
});
