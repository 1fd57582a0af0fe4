import { Buffer } from 'node:buffer';
import { pollUntil } from '@parley/testing/poll-until';
import type { Page } from 'playwright-core';

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** An image of more than one piece. */
export const PICTURE = Buffer.concat([PIXEL, Buffer.alloc(700_000, 'behind the picture ')]);
export const FILM = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(100)]);
export const picture = { name: 'price list.png', mimeType: 'image/png', buffer: PICTURE };

export const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type=file]').setInputFiles(file);
export const attached = (page: Page) => page.getByRole('group', { name: 'Attached file' });
/** Waits until the file is uploaded completely. */
export const untilUploaded = async (page: Page): Promise<void> => {
  await attached(page).waitFor();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
};
/** A string, because the code runs in the browser. */
export const untilDrawn = (page: Page, selector: string, width: number) =>
  pollUntil(
    async () => (await page.evaluate(`document.querySelector('${selector}')?.naturalWidth`)) === width || null,
    {
      deadlineMs: 60_000,
      what: () => `a picture of ${width} pixels`,
    },
  );
export const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

/** Fetches the address in a send, as a platform does. */
export async function fetchLink(body: unknown): Promise<{ bytes: Buffer; headers: Headers }> {
  const [link] = /https?:[^"]+\/media\/att_[^"]+/.exec(JSON.stringify(body)) ?? [];
  if (!link) throw new Error(`No address of a file in ${JSON.stringify(body)}`);
  const answer = await fetch(link);
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}
