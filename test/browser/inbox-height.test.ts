import { expect, test } from 'vitest';
import { walkConsole, withoutLooks } from '../support/console/console-walk.ts';
import { enterInboxAsAgent, openConversation } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// The height of an open conversation (docs/reference/console.md#pages).
const walk = walkConsole();

test('in a low window an open conversation has the whole height, with Send in sight', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'On the phone' });
  const { page } = walk.visit;
  await enterInboxAsAgent(page, walk.system, shop.slug);
  await openConversation(page, 'On the phone');
  const field = page.getByRole('textbox', { name: 'Answer' });
  for (const [width, height] of [
    [720, 450],
    [375, 460],
    [375, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await expect
      .poll(async () => {
        const box = await send.boundingBox();
        return box !== null && box.y + box.height <= height;
      })
      .toBe(true);
    // No bar covers its lower edge.
    expect(
      await page.evaluate(`(() => {
        const { x, y, width, height } = document.querySelector('button[type=submit]').getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height - 2)?.closest('button')?.type;
      })()`),
    ).toBe('submit');
    await field.click();
    await page.keyboard.type(`At ${height} of ${width}`);
    await send.click();
    await page.getByRole('log').getByText(`At ${height} of ${width}`).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
  }
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('resizes-content');
  await page.getByRole('link', { name: 'Back to the conversations' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).waitFor();
});

test('a short thread stands above the composer, and its day is named, also when the day is over', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Good morning' });
  const { page } = walk.visit;
  await withoutLooks(page);
  await enterInboxAsAgent(page, walk.system, shop.slug);
  await openConversation(page, 'Good morning');
  const log = page.getByRole('log');
  const gap = async (): Promise<number> => {
    const [thread, message] = await Promise.all([log.boundingBox(), log.getByRole('group').last().boundingBox()]);
    return thread && message ? thread.y + thread.height - (message.y + message.height) : Number.NaN;
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(8);
  expect(await gap()).toBeLessThan(24);
  await log.getByText('Today', { exact: true }).waitFor();
  await page.clock.install();
  await page.clock.fastForward('24:00:00');
  await log.getByText('Yesterday', { exact: true }).waitFor();
});
