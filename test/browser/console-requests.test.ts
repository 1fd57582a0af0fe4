import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { adviceOn } from '@parley/common/errors';
import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';

// The request log, as the developer of a customer system reads it (docs/reference/console.md#request-log).
const walk = walkConsole();
const { goTo } = walk;

const run = promisify(execFile);
const SHELL = ['sh', '-c'] as const;
const NODE = [process.execPath, '--input-type=module', '-e'] as const;

async function openAsDeveloper() {
  const { email } = await joinTenant(walk.system, walk.tenant.slug, 'developer');
  const page = await walk.signIn(email);
  await goTo('Requests');
  return page;
}

test('a refused request is found by its id, shows its fields without texts, and is repeated as a command and as code', async () => {
  const text = "A text that is nobody else's business.";
  const refused = await walk.tenant.post('send', { channel: 'tg', to: '4711', message: text });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  const requestId = String(refused.headers['x-request-id']);
  const page = await openAsDeveloper();
  const row = page.getByRole('row', { name: new RegExp(`send.*${refused.status}`) }).first();
  await row.waitFor();
  await chooseOption(page, 'Outcome', 'done');
  await row.waitFor({ state: 'detached' });
  await chooseOption(page, 'Outcome', 'refused');
  await page.getByLabel('Request id').click();
  await page.keyboard.type(requestId);
  await page.getByRole('button', { name: `send: ${requestId}` }).click();
  const panel = page.getByRole('region', { name: requestId });
  const fields = panel.getByRole('tabpanel', { name: 'Fields' });
  for (const field of ['channel: "tg"', 'to: "•••"', 'message: "•••"']) await fields.getByText(field).waitFor();
  // The status, and the reason.
  await panel.getByText(`${refused.status} ${refused.body.error}`).waitFor();
  await panel.getByText(refused.body.message).waitFor();
  await panel.getByText(adviceOn(refused.body.error) ?? '').waitFor();
  await panel.getByText('test', { exact: true }).waitFor();
  await panel.getByRole('tab', { name: 'Answer' }).press('Enter');
  await panel.getByRole('tabpanel', { name: 'Answer' }).getByText(`error: "${refused.body.error}"`).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);

  const codeOf = async (form: string): Promise<string> => {
    await panel.getByRole('tab', { name: form, exact: true }).click();
    return panel.getByRole('tabpanel', { name: form, exact: true }).locator('pre').innerText();
  };
  const env = { ...process.env, PARLEY_KEY: walk.tenant.apiKey };
  for (const [form, [program, ...options]] of [
    ['curl', SHELL],
    ['TypeScript', NODE],
  ] as const) {
    const code = await codeOf(form);
    expect(code).toContain(`${walk.system.origin}/${walk.tenant.slug}/api/messaging/send`);
    const { stdout } = await run(program, [...options, code], { env });
    expect(stdout).toMatch(/"?ok"?: ?false/);
  }
  expect(await codeOf('Python')).toContain('json={"channel": "tg", ');
  expect(await codeOf('PHP')).toContain("(object) ['channel' => 'tg', ");
  expect(await page.content()).not.toContain(text);
});

test('requests are found by action, code and key; one opens in a side panel, and Escape returns the focus to its row', async () => {
  const { admin } = walk.tenant;
  const made = await admin('POST', '/keys', { label: 'Unused', channels: ['wa'] });
  expect(made.status).toBe(201);
  const asked = await walk.tenant.get('status');
  await walk.tenant.get('channels');
  const requestId = String(asked.headers['x-request-id']);
  const page = await openAsDeveloper();
  await page
    .getByRole('row', { name: /channels/ })
    .first()
    .waitFor();
  await page.getByLabel('Action').click();
  await page.keyboard.type('status');
  await page
    .getByRole('row', { name: /channels/ })
    .first()
    .waitFor({ state: 'detached' });
  const opener = page.getByRole('button', { name: `status: ${requestId}` });
  await opener.press('Enter');
  const panel = page.getByRole('region', { name: requestId });
  await panel.getByRole('tab', { name: 'Fields' }).waitFor();
  expect(page.url()).toContain(`/console/requests?action=status&request=${requestId}`);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.focus();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await page.getByLabel('Code', { exact: true }).click();
  await page.keyboard.type('not_connected');
  await opener.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await opener.waitFor();
  await chooseOption(page, 'Key', made.body.instance_id);
  await opener.waitFor({ state: 'detached' });
});
