import { expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { walkConsole } from '../support/console/console-walk.ts';

// The operator's tenants (docs/reference/console.md#tenants), by real keys.
const walk = walkConsole();
const { signInAsOperator, goTo } = walk;

test('the operator finds a tenant, tops it up on its page and acts as it', async () => {
  const page = await signInAsOperator();
  const { slug } = walk.tenant;
  await page.getByRole('searchbox', { name: 'Search by name' }).pressSequentially(slug.toUpperCase());
  const row = page.getByRole('row', { name: new RegExp(slug) });
  await row.waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await row.getByRole('link').press('Enter');
  await page.getByText('Messages in', { exact: true }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add credit' }).press('Enter');
  await page.getByLabel('Amount').pressSequentially('12345.5');
  await page.getByRole('dialog').getByRole('button', { name: 'Add credit' }).press('Enter');
  await page
    .getByRole('definition')
    .filter({ hasText: /\d{2},\d{3}\.5/ })
    .waitFor();
  await page.getByRole('button', { name: /^Act as/ }).press('Enter');
  await page.getByText(/You are acting as/).waitFor();
  await goTo('Keys');
});

test('the list of tenants is sorted by the clicked column, in both directions, and keeps its order in its address', async () => {
  const page = await signInAsOperator();
  const sortedBy = page.locator('th[aria-sort]');
  const names = async (): Promise<string[]> => page.getByRole('row').getByRole('link').allTextContents();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(() => sortedBy.getAttribute('aria-sort')).toBe('ascending');
  const compare = (one: string, other: string): number => (one.toLowerCase() < other.toLowerCase() ? -1 : 1);
  // The rows change with the answer: until then they are others, in another order.
  await expect
    .poll(async () => {
      const shown = await names();
      return shown.length > 1 && shown.join() === shown.toSorted(compare).join();
    })
    .toBe(true);
  await page.getByRole('button', { name: 'Messages, 24 h' }).click();
  await expect.poll(() => sortedBy.textContent()).toBe('Messages, 24 h');
  expect(await sortedBy.getAttribute('aria-sort')).toBe('descending');
  await page.reload();
  await expect.poll(() => sortedBy.getAttribute('aria-sort')).toBe('descending');
  await page.getByRole('button', { name: 'Messages, 24 h' }).click();
  await expect.poll(() => sortedBy.getAttribute('aria-sort')).toBe('ascending');
});

test('the operator deactivates a tenant after a question, changes its plan, and activates it again', async () => {
  const page = await signInAsOperator();
  const { slug } = walk.tenant;
  await page.goto(`${walk.system.origin}/console/tenants/${slug}`);
  const plan = page.getByLabel('Plan');
  await plan.press('ControlOrMeta+a');
  await plan.pressSequentially('gold');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Deactivate' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).press('Enter');
  await page.getByText('Inactive', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Activate' }).press('Enter');
  await page.getByText('Active', { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => plan.inputValue()).toBe('gold');
});
