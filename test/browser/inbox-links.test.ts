import { expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { conversations, enterInboxAsAgent } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Addresses and WhatsApp's marks in messages (docs/reference/console.md#inbox).
const walk = walkConsole();

test('addresses in messages are links, and the marks of WhatsApp are shown as what they mean, also in Arabic', async () => {
  const shop = await makeTenant(walk.system);
  const text =
    'See https://example.com/menu?a=1, call +96550001234 or write me@example.com: *bold* _slanted_ ~gone~ ```code``` 2*3*4';
  await shop.customerWrites(uniqueDigits('16'), { text });
  await shop.customerWrites(uniqueDigits('16'), { text: 'انظر https://example.com/قائمة، وهذا *مهم*' });
  const { page } = walk.visit;
  await enterInboxAsAgent(page, walk.system, shop.slug);
  await conversations(page).getByText('See https').click();
  const log = page.getByRole('log');
  await log.getByText('See').waitFor();
  const links = log.getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    'https://example.com/menu?a=1',
    'tel:+96550001234',
    'mailto:me@example.com',
  ]);
  expect(await links.first().getAttribute('rel')).toContain('noopener');
  for (const [tag, shown] of [
    ['strong', 'bold'],
    ['em', 'slanted'],
    ['s', 'gone'],
    ['code', 'code'],
  ] as const)
    expect(await log.locator(tag).allTextContents()).toEqual([shown]);
  await log.getByText('2*3*4').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await conversations(page).getByText('انظر').click();
  await log.locator('strong').getByText('مهم').waitFor();
  expect(await links.first().getAttribute('href')).toBe(new URL('https://example.com/قائمة').href);
});

test('text that only looks like an address, or is cut off, is no link, and nothing in a message runs', async () => {
  const shop = await makeTenant(walk.system);
  const hostile = [
    'javascript:alert(1)',
    'data:text/html,<script>alert(2)</script>',
    'https://bank.example@evil.example/',
    'a?cc=b@example.com',
    '*<img src=x onerror=alert(3)>*',
    'vbscript:x file:///etc/passwd //evil.example',
  ].join(' ');
  await shop.customerWrites(uniqueDigits('16'), { text: hostile });
  const long = `${'word '.repeat(598)}https://example.com/menu/of/the/day`;
  await shop.customerWrites(uniqueDigits('16'), { text: long });
  const { page } = walk.visit;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.message()));
  await enterInboxAsAgent(page, walk.system, shop.slug);
  await conversations(page).getByText('javascript:').click();
  const log = page.getByRole('log');
  await log.locator('strong').getByText('<img').waitFor();
  expect(await log.getByRole('link').count()).toBe(0);
  expect(await log.locator('img').count()).toBe(0);
  expect(dialogs).toEqual([]);
  await conversations(page).getByText('word word').click();
  await log.getByText('…').waitFor();
  expect(await log.getByRole('link').count()).toBe(0);
  await log.getByRole('button', { name: 'Show all' }).click();
  expect(await log.getByRole('link').getAttribute('href')).toBe('https://example.com/menu/of/the/day');
});
