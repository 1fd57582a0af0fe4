import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../../apps/gateway/test/open-gateway.ts';
import { BROWSER_START_MS, openWindow, type Visit } from '../support/browser.ts';
import { browserTest } from '../support/browser-fixtures.ts';

// The documentation site as it is built (docs/adr/0012-documentation-site.md), served by a gateway.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SITE = `${ROOT}apps/docs/dist`;
/** The build installs VitePress first if it is missing. */
const BUILD_WITHIN_MS = 600_000;

let browser: Browser;
let gateway: TestGateway;

browserTest.beforeAll(({ browser: shared }) => {
  browser = shared;
}, BROWSER_START_MS);
beforeAll(async () => {
  await promisify(execFile)('npm', ['run', '-s', 'build:docs'], { cwd: ROOT });
  gateway = await openGateway({ siteDirectory: SITE });
}, BUILD_WITHIN_MS);
afterAll(() => gateway?.stop());

/** Opens an address; `asked` collects the origins of all requests. */
async function open(path: string): Promise<Visit & { asked: Set<string> }> {
  const visit = await openWindow(browser);
  await visit.page.setViewportSize({ width: 1440, height: 900 });
  const asked = new Set<string>();
  visit.page.on('request', (request) =>
    asked.add(new URL(request.url()).protocol === 'data:' ? gateway.url : new URL(request.url()).origin),
  );
  await visit.page.goto(`${gateway.url}${path}`);
  return { ...visit, asked };
}

test('the first page leads on, and no request leaves the origin', async () => {
  const { page, problems, asked, context } = await open('/docs');
  await page.getByRole('heading', { name: 'Parley', level: 1 }).waitFor();
  expect(page.url()).toBe(`${gateway.url}/docs/`);
  await page.getByRole('main').getByRole('link', { name: 'Your first message' }).click();
  await page.getByRole('heading', { name: 'Your first message', level: 1 }).waitFor();
  await page.goto(`${gateway.url}/docs/reference`);
  await page.getByRole('heading', { name: 'Reference', level: 1 }).waitFor();
  expect([problems, [...asked]]).toEqual([[], [gateway.url]]);
  await context.close();
});

test.each([
  ['idempotency', 'Idempotency'],
  ['رسالتك', 'رسالتك'],
])('search finds “%s” without a request to another host', async (words, found) => {
  const { page, problems, asked, context } = await open('/docs/');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill(words);
  await page
    .getByRole('option', { name: new RegExp(found, 'i') })
    .first()
    .waitFor();
  expect([problems, [...asked]]).toEqual([[], [gateway.url]]);
  await context.close();
});

test('the reference shows both documents and samples, and no request leaves the origin', async () => {
  const { page, problems, asked, context } = await open(
    '/docs/api#messaging/tag/messages/POST/{tenant}/api/messaging/send',
  );
  await page.getByRole('heading', { name: 'Send a message' }).first().waitFor();
  await page.getByText('PARLEY_API_KEY').first().waitFor();
  await page.getByRole('button', { name: 'curl' }).first().click();
  await page.getByText('TypeScript').first().click();
  await page.getByText('createClient').first().waitFor();
  await page.getByRole('button', { name: 'Messaging API' }).first().click();
  await page.getByText('Operator API').first().click();
  await page.getByRole('heading', { name: 'Operator API' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect([problems, [...asked]]).toEqual([[], [gateway.url]]);
  await context.close();
});

test('every page of the site is served, with all that it loads', async () => {
  const names = await readdir(SITE, { recursive: true });
  /** The page that loads or links each path first; most paths are in the sidebar of every page. */
  const neededBy = new Map<string, string>();
  for (const name of names.filter((each) => each.endsWith('.html') && each !== '404.html')) {
    const address = name.replace(/(?:(^|\/)index)?\.html$/, '$1');
    const page = await gateway.call('GET', `/docs/${address}`);
    expect([address, page.status]).toEqual([address, 200]);
    for (const [, path = ''] of page.text.matchAll(/(?:src|href)="(\/docs\/[^"#]+)/g))
      if (!neededBy.has(path)) neededBy.set(path, address);
  }
  for (const [path, address] of neededBy)
    expect([address, path, (await gateway.call('GET', path)).status]).toEqual([address, path, 200]);
});

test('llms.txt lists pages as Markdown, each of which is served', async () => {
  const list = await gateway.call('GET', '/docs/llms.txt');
  const paths = [...list.text.matchAll(/\]\((\/[^)]+)\)/g)].flatMap(([, path]) => path ?? []);
  expect(paths.length).toBeGreaterThan(50);
  for (const path of paths) expect([path, (await gateway.call('GET', path)).status]).toEqual([path, 200]);
  expect((await gateway.call('GET', '/docs/llms-full.txt')).text).toContain('# Your first message');
  expect((await gateway.call('GET', '/docs/postman.json')).body.info.name).toBe('Messaging API');
});
