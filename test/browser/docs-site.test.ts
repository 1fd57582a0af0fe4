import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../../apps/gateway/test/open-gateway.ts';
import { BROWSER_START_MS, openWindow, type Visit } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';
import { type CrawledPage, readMarkdownLinks, readPage } from '../support/browser/crawl-site.ts';

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

test('the first page links to the others, and no request leaves the origin', async () => {
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

test('the Arabic page has an Arabic frame from right to left, with a menu, and a search that finds every page', async () => {
  const { page, problems, asked, context } = await open('/docs/');
  await page.getByRole('main').getByRole('link', { name: 'بالعربية' }).click();
  await page.getByRole('heading', { name: 'ابدأ هنا', level: 1 }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await page.locator('html').getAttribute('lang')).toBe('ar');
  expect(decodeURI(page.url())).toBe(`${gateway.url}/docs/ar/`);
  await page.getByRole('navigation', { name: 'Main Navigation' }).getByRole('link', { name: 'المرجع' }).waitFor();
  const menu = page.getByRole('complementary').first();
  await menu.getByRole('link', { name: 'رسالتك الأولى خطوة بخطوة' }).waitFor();
  await page.getByRole('navigation', { name: 'في هذه الصفحة' }).waitFor();
  await page.getByRole('button', { name: 'بحث' }).first().click();
  for (const [words, place] of [
    ['الرسالة', 'ar/#رسالتك-الأولى'],
    ['idempotency', 'requests#idempotency-key'],
  ] as const) {
    await page.getByRole('searchbox').fill(words);
    const results = page.getByRole('option').getByRole('link');
    const addresses = () =>
      results.evaluateAll((links) => links.map((link) => decodeURI(link.getAttribute('href') ?? '')));
    await expect.poll(addresses, { timeout: 10_000 }).toContainEqual(expect.stringContaining(place));
  }
  await page.getByRole('searchbox').fill('qqqqqq');
  await page.getByText('لا توجد نتائج').first().waitFor();
  await page.keyboard.press('Escape');
  expect([problems, [...asked]]).toEqual([[], [gateway.url]]);
  await context.close();
});

/** Words that developers look for, and a page that they should find. */
const SEARCHED = [
  ['idempotency', 'requests#idempotency-key'],
  ['pagination', 'requests#pagination'],
  ['throttling', 'requests#rate-limit'],
  ['rate limit', 'requests#rate-limit'],
  ['deprecation', 'requests#versions'],
  ['swagger', 'requests#address'],
  ['signature verification', 'events#signatures'],
  ['chatbot', 'how-to/run-a-bot'],
  ['gdpr', 'operations/peoples-data'],
  ['رسالتك', 'ar/#رسالتك-الأولى'],
  ['رسالة', 'ar/#رسالتك-الأولى'],
  ['رسائل', 'ar/#'],
  ['الاحداث', 'ar/#'],
] as const;

test('finds the words of developers, in both languages, without a request to another host', async () => {
  const { page, problems, asked, context } = await open('/docs/');
  await page.getByRole('button', { name: 'Search' }).first().click();
  for (const [words, place] of SEARCHED) {
    await page.getByRole('searchbox').fill(words);
    const addresses = () =>
      page
        .getByRole('option')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => decodeURI(link.getAttribute('href') ?? '')));
    await expect.poll(addresses, { timeout: 10_000 }).toContainEqual(expect.stringContaining(place));
  }
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

test('the reference sends its test request to the origin that the reader is on, and shows it in the samples', async () => {
  const { page, problems, asked, context } = await open(
    '/docs/api#messaging/tag/account/GET/{tenant}/api/messaging/status',
  );
  await page.getByRole('button', { name: 'curl' }).first().waitFor();
  await page.getByText(`${gateway.url}/demo/api/messaging/status`).first().waitFor();
  await page.getByRole('button', { name: /Test Request.*status/ }).click();
  const answered = page.waitForResponse((response) => response.url().includes('/api/messaging/status'));
  await page.getByRole('button', { name: /Send/ }).last().click();
  const answer = await answered;
  expect(new URL(answer.url()).origin).toBe(gateway.url);
  expect(problems.filter((problem) => problem.includes('Content Security Policy'))).toEqual([]);
  expect([...asked]).toEqual([gateway.url]);
  await context.close();
});

/** Addresses of the built pages; only a missing address shows the page 404. */
async function listPages(extension: '.html' | '.md'): Promise<string[]> {
  const names = await readdir(SITE, { recursive: true });
  const pages = names.filter((name) => name.endsWith(extension) && name !== '404.html' && !name.startsWith('files/'));
  return pages.map((name) => `${gateway.url}/docs/${name.replace(/(?:(^|\/)index)?\.html$/, '$1')}`);
}

/** The page of the reference makes its headings in the browser, from the documents. */
const isReference = (address: string): boolean => new URL(address).pathname === '/docs/api';

/** Links of the site that lead nowhere: `page → address`. */
async function findDeadLinks(links: ReadonlyMap<string, readonly string[]>, pages: ReadonlyMap<string, CrawledPage>) {
  const dead: string[] = [];
  const statuses = new Map<string, number>();
  const statusOf = async (address: string): Promise<number> => {
    const known = statuses.get(address) ?? (await fetch(address, { headers: { accept: 'text/html' } })).status;
    statuses.set(address, known);
    return known;
  };
  for (const [page, targets] of links)
    for (const target of targets.filter((each) => each.startsWith(gateway.url))) {
      const [address = '', fragment = ''] = target.split('#');
      const ids = pages.get(address)?.ids;
      const isThere = !fragment || isReference(address) || !ids || ids.has(decodeURIComponent(fragment));
      if ((await statusOf(address)) !== 200 || !isThere)
        dead.push(`${page.replace(gateway.url, '')} → ${target.replace(gateway.url, '')}`);
    }
  return dead;
}

test('every link, file and anchor of every page leads somewhere', async () => {
  const { page: parser, context } = await openWindow(browser);
  const pages = new Map<string, CrawledPage>();
  for (const address of await listPages('.html'))
    pages.set(address, await readPage(parser, address, await (await fetch(address)).text()));
  expect(pages.size).toBeGreaterThan(75);
  const links = new Map([...pages].map(([address, page]) => [address, page.links]));
  expect([...links.values()].flat().length).toBeGreaterThan(1000);
  expect(await findDeadLinks(links, pages)).toEqual([]);
  await context.close();
});

test('every link of the pages for programs leads somewhere', async () => {
  const links = new Map<string, readonly string[]>();
  for (const address of [...(await listPages('.md')), `${gateway.url}/docs/llms.txt`])
    links.set(address, readMarkdownLinks(address, await (await fetch(address)).text()));
  expect([...links.values()].flat().length).toBeGreaterThan(500);
  expect(await findDeadLinks(links, new Map())).toEqual([]);
});

test('llms.txt lists the pages, and the files for programs are served', async () => {
  const list = await gateway.call('GET', '/docs/llms.txt');
  expect(readMarkdownLinks(gateway.url, list.text).length).toBeGreaterThan(50);
  expect((await gateway.call('GET', '/docs/tutorials/first-message.md')).text).toContain('# Your first message');
  expect((await gateway.call('GET', '/docs/postman.json')).body.info.name).toBe('Messaging API');
});
