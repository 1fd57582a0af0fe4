import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { walkConsole } from '../support/console/console-walk.ts';
import { uniqueDigits } from '../support/tenants/client.ts';

// The owner of a thread where several apps share a number (docs/reference/threads.md).
const walk = walkConsole();

const owner = (page: Page) => page.getByRole('region', { name: 'Who answers' });

test('a member sees who answers, what the other app wrote, and passes, takes and releases the thread by keyboard', async () => {
  const { system, tenant } = walk;
  const from = uniqueDigits('16');
  const thread = { channel: 'wa', account: tenant.phoneNumberId, to: from } as const;
  await tenant.customerWrites(from, { text: 'Whose am I?' });
  const page = await walk.signIn();
  await walk.goTo('Inbox');
  await page.getByRole('region', { name: 'Conversations' }).getByText('Whose am I?').click();
  await page.getByRole('textbox', { name: 'Answer' }).waitFor();
  expect(await owner(page).count()).toBe(0);

  const facts = { previous_role: 'ai_agent', role: 'escalation', metadata: '<b>Asks</b> for a person' };
  await system.sandbox.graph.setThread({ ...thread, owner: 'ours', summary: 'Wants a refund.', ...facts });
  await owner(page).getByText('This app answers here.').waitFor();
  await owner(page).getByText('<b>Asks</b> for a person').waitFor();
  await owner(page).getByText('Summary of the other app').click();
  await owner(page).getByText('Wants a refund.').waitFor();

  await owner(page).getByRole('button', { name: 'Pass on' }).focus();
  await page.keyboard.press('Enter');
  await owner(page).getByText('Another app answers this customer.').waitFor();
  await owner(page).getByRole('button', { name: 'Take over' }).click();
  await owner(page).getByText('Only the escalation partner may take control').waitFor();
  // The browser reports each failed request.
  expect(walk.visit.problems.splice(0)).toEqual([expect.stringContaining('502')]);
  await system.sandbox.graph.setThread({ ...thread, owner: 'theirs', may_take: true, reports: false });
  await owner(page).getByRole('button', { name: 'Take over' }).click();
  await owner(page).getByRole('button', { name: 'Release' }).click();
  await owner(page).getByText('No app has this conversation now.').waitFor();
});
