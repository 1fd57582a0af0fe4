import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OLIVIA } from '../../apps/parley/src/public-demo/bakery-customers.ts';
import { openWindow } from '../support/browser/browser.ts';
import { enterConsole } from '../support/console/console-walk.ts';
import { openPhone } from '../support/console/phone-pages.ts';
import type { ReceivedWebhook } from '../support/tenants/client.ts';
import { type Frame, joinFrames } from './moving-webp.ts';
import { useBakery } from './use-bakery.ts';

// The moving picture of README: a message in the phone, the inbox and the webhooks at once (`npm run screens`).
const FILE = fileURLToPath(new URL('../../docs/screens/message.webp', import.meta.url));
const SIZE = { width: 1440, height: 880 };
const CONSOLE_HEIGHT = 730;
const MAX_BYTES = 1_500_000;
const QUALITY = 55;
const LINES = 5;

const desk = useBakery();

const lineOf = ({ body: { event, data } }: ReceivedWebhook): string =>
  `<p><b>POST</b> ${event} <i>${data.status ?? data.text ?? ''}</i> <u>200</u></p>`;

/** The console above, the newest webhooks below. */
const composed = (shot: string, webhooks: readonly ReceivedWebhook[]): string => `<style>
  body { margin: 0; background: #16181d } img { display: block; width: 1440px; height: ${CONSOLE_HEIGHT}px }
  pre, p { margin: 0; font: 15px/20px monospace; color: #c9d1d9 } section { padding: 12px 20px }
  h1 { margin: 0 0 4px; font: 600 13px sans-serif; color: #8b949e } b { color: #79c0ff } i { color: #a5d6ff } u { color: #56d364; text-decoration: none }
</style><img src="data:image/jpeg;base64,${shot}"><section><h1>your server</h1>${webhooks.slice(-LINES).map(lineOf).join('')}</section>`;

/** Draws what the page and the receiver show now. */
async function takeFrame(page: Page, stage: Page, since: number, ms: number): Promise<Frame> {
  const shot = await page.screenshot({ type: 'jpeg', quality: 90 });
  await stage.setContent(composed(shot.toString('base64'), (await desk.bakery.tenant.webhooks()).slice(since)));
  const session = await stage.context().newCDPSession(stage);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  return { webp: Buffer.from(data, 'base64'), ms };
}

test('a message arrives in the inbox, on the phone and at the webhook at once', async () => {
  const { context, page } = await openWindow(desk.browser, { locale: 'en-GB' });
  await page.setViewportSize({ width: SIZE.width, height: CONSOLE_HEIGHT });
  const stage = await (await desk.browser.newContext({ viewport: SIZE })).newPage();
  await enterConsole(page, { origin: desk.system.origin, email: desk.bakery.agent });
  await page.getByRole('navigation').first().waitFor();
  await page.goto(`${desk.system.origin}/console/inbox?id=${desk.bakery.conversations.get(OLIVIA)}`);
  const phone = await openPhone(page, 'wa', { account: desk.bakery.tenant.phoneNumberId, person: '447700900321' });
  const thread = page.getByRole('log').first();
  await thread.getByText('Happy 60th, Dad').waitFor();
  const since = (await desk.bakery.tenant.webhooks()).length;
  const frames: Frame[] = [];
  const take = async (ms: number): Promise<void> => {
    frames.push(await takeFrame(page, stage, since, ms));
  };
  const typed = async (type: (text: string) => Promise<void>, text: string): Promise<void> => {
    const words = text.split(' ');
    for (let count = 2; count <= words.length + 1; count += 2) {
      await type(words.slice(0, count).join(' '));
      await take(220);
    }
  };
  await take(1200);
  const question = 'Could you add thirty candles, too?';
  const written = phone.getByRole('textbox', { name: 'Message' });
  await typed((text) => written.fill(text), question);
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await thread.getByText(question).waitFor();
  await phone.getByRole('log').getByText(question).waitFor();
  await expect.poll(async () => (await desk.bakery.tenant.webhooks()).length).toBeGreaterThan(since);
  await take(1600);
  const answer = 'With pleasure: they are on the house.';
  await typed((text) => page.getByRole('textbox', { name: 'Answer' }).fill(text), answer);
  await page.keyboard.press('Control+Enter');
  await phone.getByRole('log').getByText(answer).waitFor();
  await expect.poll(async () => (await desk.bakery.tenant.webhooks()).length).toBeGreaterThan(since + 4);
  await take(3000);
  const moving = joinFrames(frames, SIZE);
  expect(moving.length).toBeLessThan(MAX_BYTES);
  await stage.setContent(`<img src="data:image/webp;base64,${moving.toString('base64')}">`);
  expect(await stage.evaluate('document.images[0].decode().then(() => document.images[0].naturalWidth)')).toBe(1440);
  await writeFile(FILE, moving);
  await context.close();
});
