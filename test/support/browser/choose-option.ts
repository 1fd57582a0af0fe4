import type { Locator, Page } from 'playwright-core';

const fieldOf = (scope: Page | Locator, label: string): Locator =>
  scope.getByRole('combobox', { name: label, exact: true });

/** Clicks a select field, and clicks the option with this value. */
export async function chooseOption(scope: Page | Locator, label: string, value: string): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope;
  await fieldOf(scope, label).click();
  await page.locator(`[role="option"][data-value="${value}"]`).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** The chosen value of a select field. */
export async function chosenValue(scope: Page | Locator, label: string): Promise<string | null> {
  return fieldOf(scope, label).getAttribute('data-value');
}
