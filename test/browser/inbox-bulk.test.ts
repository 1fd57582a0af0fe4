import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { useLook, walkConsole } from '../support/console/console-walk.ts';
import { enterInbox } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// The bar of a selection (docs/reference/console.md#inbox), by real pointers.
const walk = walkConsole();

test('the bar stands below the list, on a phone in Arabic too, hides no row, and gives the focus back', async () => {
  const shop = await makeTenant(walk.system);
  for (let n = 0; n < 12; n++) await shop.customerWrites(uniqueDigits('16'), { text: `Order ${n}` });
  const owner = await joinTenant(walk.system, shop.slug, 'owner');
  const { page } = walk.visit;
  await enterInbox(page, walk.system, owner.email);
  await useLook(page, { language: 'ar', theme: 'dark' });
  await page.setViewportSize({ width: 375, height: 800 });
  const select = page.getByRole('button', { name: 'تحديد', exact: true });
  await select.click();
  const bar = page.getByRole('region', { name: 'تحديد' });
  // Nothing is selected yet.
  expect(await bar.getByRole('button', { name: 'إنهاء' }).isDisabled()).toBe(true);
  const last = page.getByRole('checkbox').last();
  await last.check();
  await bar.getByText('حُددت محادثة واحدة').waitFor();
  const [box, row, tabs] = [
    await bar.boundingBox(),
    await last.boundingBox(),
    await page.getByRole('navigation').last().boundingBox(),
  ];
  if (!box || !row || !tabs) throw new Error('The bar, the row or the navigation is not shown.');
  expect(row.y + row.height).toBeLessThanOrEqual(box.y);
  expect(Math.abs(box.y + box.height - tabs.y)).toBeLessThanOrEqual(2);
  expect(await overflowOf(page)).toBe(0);
  for (const button of await bar.getByRole('button').all()) {
    const at = await button.boundingBox();
    expect([at && at.x >= 0, at && at.x + at.width <= 375]).toEqual([true, true]);
  }
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await bar.getByRole('button', { name: 'المزيد' }).click();
  await page.getByRole('menuitem', { name: 'أرشفة' }).click();
  await bar.getByText(/تغيرت محادثة واحدة/).waitFor();
  await bar.getByRole('button', { name: 'تراجع' }).click();
  await bar.getByRole('button', { name: 'تراجع' }).waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: 'تم' }).click();
  await bar.waitFor({ state: 'detached' });
  expect(await select.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
});
