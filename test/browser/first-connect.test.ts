import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow } from '../support/browser/browser.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { type FirstStart, startFirst } from '../support/system/first-start.ts';

// `npm start` as it is, without PARLEY_PUBLIC_URL: other browser tests set it to the address that they open.
const START_WITHIN_MS = 120_000;
const desk = openDesk();
let directory: string;
let port: number;
let parley: FirstStart;

beforeAll(async () => {
  const [own = 0, sandboxPort = 0] = await reservePorts(2);
  port = own;
  directory = await mkdtemp(join(tmpdir(), 'parley-connect-'));
  const variables = {
    PARLEY_DATA_DIR: join(directory, '.parley'),
    PARLEY_PORT: String(port),
    PARLEY_SANDBOX_PORT: String(sandboxPort),
    PARLEY_METRICS_PORT: '',
    LOG_LEVEL: 'warn',
  };
  parley = startFirst(variables);
  await parley.says('Ctrl-C drains and stops.');
}, START_WITHIN_MS);
afterAll(async () => {
  await parley.stop();
  await rm(directory, { recursive: true, force: true });
}, START_WITHIN_MS);

const printedLink = (): string => /console +(http\S+)/.exec(parley.output())?.[1] ?? '';

/** Connects an account through a link of its own, as a person in front of the console does. */
async function connect(page: Page, channel: string, platform: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('button', { name: 'Connect channel' }).click();
  await page.getByRole('button', { name: channel }).click();
  await page.getByRole('button', { name: 'Create connect link' }).click();
  await page.getByRole('link', { name: 'Open the link' }).click();
  await page.getByRole('link', { name: `Continue to ${platform}` }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
  await page
    .getByRole('status')
    .getByText(/accounts? (is|are) connected\./)
    .waitFor();
}

test('the printed link signs in, and connecting TikTok and Facebook ends on the console, signed in', async () => {
  const link = printedLink();
  expect(new URL(link).origin).toBe(`http://localhost:${port}`);
  // The address of the same machine that people type as well.
  const { page, context, problems } = await openWindow(desk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(link.replace('localhost', '127.0.0.1'));
  expect(new URL(page.url()).origin).toBe(`http://localhost:${port}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await connect(page, 'TikTok', 'TikTok');
  await connect(page, 'Messenger', 'Facebook');
  expect(new URL(page.url()).origin).toBe(`http://localhost:${port}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /TikTok/ })
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
