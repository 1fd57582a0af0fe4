import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { attached, PIXEL, send, untilUploaded } from '../support/browser/browser-files.ts';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { enterInboxAsAgent, openConversation, sentMark } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Files that are dropped on a conversation (docs/reference/console.md#inbox).
const walk = walkConsole();

interface Dropped {
  name: string;
  type: string;
  base64: string;
}
const pictureOf = (name: string): Dropped => ({ name, type: 'image/png', base64: PIXEL.toString('base64') });

/** Drags files over an element and drops them; resolves to whether the browser would then open them. */
const bring = (page: Page, selector: string, files: readonly Dropped[]): Promise<boolean> =>
  page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    for (const { name, type, base64 } of ${JSON.stringify(files)})
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
    const target = document.querySelector('${selector}');
    const fire = (name) => target.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
    fire('dragenter');
    fire('dragover');
    return fire('drop');
  })()`);

test('files are dropped anywhere on the conversation, with a preview, and are sent as one answer each, and a refused file leaves the attached one', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Send me a picture' });
  const { page } = walk.visit;
  await enterInboxAsAgent(page, walk.system, shop.slug);
  await openConversation(page, 'Send me a picture');
  // Loaded with the layers of the page.
  await page.getByRole('region', { name: 'Notices' }).waitFor({ state: 'attached' });
  expect(await bring(page, 'h1', [pictureOf('stray.png')])).toBe(false);
  expect(await attached(page).count()).toBe(0);
  expect(await bring(page, '[role="log"]', [pictureOf('cake.png'), pictureOf('price.png')])).toBe(false);
  await untilUploaded(page);
  await attached(page).getByText('cake.png').waitFor();
  await attached(page).locator('img').waitFor();
  await page.getByText(/1.* more file follows/).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await send(page);
  await attached(page).getByText('price.png').waitFor();
  await untilUploaded(page);
  const svg = { name: 'cake.svg', type: 'image/svg+xml', base64: Buffer.from('<svg/>').toString('base64') };
  await bring(page, '[role="log"]', [svg]);
  await page.getByRole('alert').waitFor();
  await attached(page).getByText('price.png').waitFor();
  await send(page);
  await expect.poll(() => sentMark(page).count()).toBe(2);
  // The browser reports the refusal.
  walk.visit.problems.splice(0);
});
