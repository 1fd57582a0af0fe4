import type { FrameLocator, Page } from 'playwright-core';

/** Opens the test phone next to the inbox, as that person. */
export async function openPhone(
  page: Page,
  code: string,
  { account, person }: { account: string; person: string },
): Promise<FrameLocator> {
  const button = page.getByRole('button', { name: 'Test phone', exact: true });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  const phone = page.frameLocator('iframe');
  await phone.getByLabel('Channel').selectOption(code);
  await phone.getByLabel('Account').selectOption(account);
  await phone.getByLabel('Person').fill(person);
  await phone.getByLabel('Person').press('Enter');
  return phone;
}
