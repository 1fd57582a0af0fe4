import { expect, test } from 'vitest';
import { chooseOption } from '../support/browser/choose-option.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { joinSecondWorkspace } from '../support/console/join-second-workspace.ts';

// Where the console shows errors, and what came of a retry (docs/reference/console.md#problems).
const walk = walkConsole();
const { signIn, goTo } = walk;

test('the error of a replay appears next to its button, in view', async () => {
  const { instanceId } = walk.tenant;
  const page = await signIn();
  await page.setViewportSize({ width: 1440, height: 500 });
  await goTo('Webhooks');
  await chooseOption(page, 'Key', instanceId);
  await page.getByRole('button', { name: 'Send test event' }).click();
  const panel = page.getByRole('region', { name: /^Delivery/ });
  await panel.getByText('Delivered', { exact: true }).waitFor();
  await page.route('**/console/trpc/replay-deliveries', (route) => route.abort());
  await panel.getByRole('button', { name: 'Replay' }).click();
  const alert = panel.getByRole('alert');
  await alert.waitFor();
  const [shown, button] = [
    await alert.boundingBox(),
    await panel.getByRole('button', { name: 'Replay' }).boundingBox(),
  ];
  if (!shown || !button) throw new Error('The error or its button is not shown.');
  expect(shown.y).toBeGreaterThan(0);
  expect(button.y - (shown.y + shown.height)).toBeLessThan(40);
  // The browser reports the aborted request.
  walk.visit.problems.splice(0);
});

test('the errors of a sign-out and of a switch to another workspace appear above the account menu', async () => {
  const { page } = await joinSecondWorkspace(walk);
  const sidebar = page.getByRole('complementary');
  const failing = /trpc\/(sign-out|switch-workspace)/;
  await page.route(failing, (route) => route.abort());
  for (const [menu, command] of [
    [/^Workspace: /, /^Switch to /],
    [/^Your account/, /^Sign out$/],
  ] as const) {
    await sidebar.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: command }).click();
    await sidebar.getByRole('alert').waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  await page.unroute(failing);
  await sidebar.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: /^Sign out$/ }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // The browser reports the aborted requests, and the end of the session.
  walk.visit.problems.splice(0);
});

test('Retry now shows the receiver’s response and the time of the next attempt; the focus stays in the panel', async () => {
  const { receiver, instanceId } = walk.tenant;
  await receiver.behave({ mode: 'status', status: 429, headers: { 'retry-after': '3600' } });
  const page = await signIn();
  await goTo('Webhooks');
  await chooseOption(page, 'Key', instanceId);
  await page.getByRole('button', { name: 'Send test event' }).click();
  const panel = page.getByRole('region', { name: /^Delivery/ });
  await panel.waitFor();
  await panel.getByRole('tab', { name: 'Response' }).click();
  await panel.getByText('429', { exact: true }).waitFor();
  expect(await panel.getByRole('button', { name: 'Replay' }).count()).toBe(0);
  const outcome = panel.getByRole('status');
  const retry = panel.getByRole('button', { name: 'Retry now' });
  await receiver.behave({ mode: 'status', status: 503, headers: { 'retry-after': '3600' } });
  await retry.press('Enter');
  await outcome.getByText(/503.? in .*\d.* ms.* · next attempt .?\d?\d:\d\d/).waitFor();
  await panel.getByText(/^Next attempt: .?\d?\d:\d\d/).waitFor();
  await receiver.behave();
  await retry.press('Enter');
  await outcome.getByText(/200.? in .*\d.* ms/).waitFor();
  await panel.getByText('Delivered', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});
