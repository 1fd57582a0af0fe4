import { expect, test } from 'vitest';
import { chooseOption } from '../support/choose-option.ts';
import { walkConsole } from '../support/console-walk.ts';
import { joinSecondWorkspace } from '../support/join-second-workspace.ts';

// Where the console shows errors (docs/reference/console.md#problems).
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
