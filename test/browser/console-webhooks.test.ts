import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { uniqueDigits } from '../support/tenants/client.ts';

// A failing webhook, as the person who fixes it sees it. Each delivery fails permanently after its third attempt.
const walk = walkConsole();
const { signIn, goTo } = walk;

const run = promisify(execFile);

/** The delivery that is open. */
const panelOf = (page: Page): Locator => page.getByRole('region', { name: /^Delivery/ });
const chooseTab = (panel: Locator, name: string): Promise<void> => panel.getByRole('tab', { name }).click();

test('the errors of a receiver are shown; once it is fixed, selected and all failed deliveries are replayed, each once', async () => {
  const { receiver, admin, instanceId, webhookSecret } = walk.tenant;
  await receiver.behave({ mode: 'status', status: 500, body: 'The shelf is missing.' });
  const page = await signIn();
  await goTo('Webhooks');
  await chooseOption(page, 'Key', instanceId);
  await page.getByRole('button', { name: 'Send test event' }).click();

  const panel = panelOf(page);
  await panel.getByText('Failed', { exact: true }).waitFor();
  const sent = (await receiver.received()).at(-1);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copy payload' }).click();
  await page.getByText('The exact payload is copied.').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(sent?.body);
  const command = (await panel.locator('pre').textContent()) ?? '';
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await chooseTab(panel, 'Response');
  await panel.getByText('500', { exact: true }).waitFor();
  await panel.getByText('The shelf is missing.').waitFor();
  await page.keyboard.press('ArrowRight');
  await panel.getByRole('listitem').nth(1).waitFor();
  const shown = (await panel.locator('pre').allTextContents()).join('\n');
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-service-signature'])
    expect(shown).toContain(`${name}: ${sent?.headers[name]}`);
  expect(await page.content()).not.toContain(webhookSecret.slice('whsec_'.length));
  const { stdout } = await run('sh', ['-c', command], {
    env: { ...process.env, PARLEY_WEBHOOK_SECRET: webhookSecret },
  });
  expect(sent?.headers['x-service-signature']).toBe(`sha256=${stdout.trim().split(' ').at(-1)}`);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  for (let sentSoFar = 1; sentSoFar < 3; sentSoFar++) await admin('POST', `/keys/${instanceId}/test-event`, {});
  const failed = page.getByRole('row', { name: /message\.received.*Failed/ });
  const delivered = page.getByRole('row', { name: /message\.received.*Delivered/ });
  await failed.nth(2).waitFor();
  await receiver.behave();
  const mendedAt = (await receiver.received()).at(-1)?.seq ?? 0;
  await failed.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Replay .*1.* selected/ }).click();
  await page.getByText(/1.* delivery is being replayed/).waitFor();
  await delivered.first().waitFor();
  await page.getByRole('button', { name: 'Replay failed', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay failed', exact: true }).press('Enter');
  await page.getByText(/2.* deliveries are being replayed/).waitFor();
  await delivered.nth(2).waitFor();
  const ids = (await receiver.received({ since: mendedAt })).map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
});

test('the list shows key, channel, code, attempts and duration; a delivery opens in a side panel, and Escape returns the focus to its row', async () => {
  const { receiver, customerWrites } = walk.tenant;
  await receiver.behave();
  await customerWrites(uniqueDigits('16'));
  const page = await signIn();
  await goTo('Webhooks');
  const ofChannel = page.getByRole('img', { name: 'WhatsApp Cloud API' });
  const row = page
    .getByRole('row', { name: /message\.received.*Delivered/ })
    .filter({ has: ofChannel })
    .first();
  await row.waitFor();
  const heads = await page.getByRole('columnheader').allTextContents();
  expect(heads).toEqual(expect.arrayContaining(['Key', 'Channel', 'Code', 'Attempts', 'Duration']));
  const cellOf = (column: string): Locator => row.getByRole('cell').nth(heads.indexOf(column));
  expect(await cellOf('Key').textContent()).toBe('test');
  expect(await cellOf('Channel').getByRole('img').getAttribute('aria-label')).toBe('WhatsApp Cloud API');
  expect(await cellOf('Code').textContent()).toBe('200');
  expect(await cellOf('Attempts').textContent()).toMatch(/^[1-9]\d*$/);
  expect(await cellOf('Duration').textContent()).toMatch(/\d.? ms$/);
  const label = await row.getByRole('button', { name: /^message\.received: / }).getAttribute('aria-label');
  const opener = page.getByRole('button', { name: label ?? '', exact: true });
  await opener.press('Enter');
  const panel = panelOf(page);
  await panel.getByRole('tab', { name: 'Payload' }).waitFor();
  const isFocused = (what: Locator): Promise<boolean> =>
    what.evaluate((element) => element === element.ownerDocument.activeElement);
  await expect.poll(() => isFocused(panel)).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(opener)).toBe(true);
});

test('at the width of a phone a delivery is a separate page, which Back closes', async () => {
  const { admin, instanceId } = walk.tenant;
  await admin('POST', `/keys/${instanceId}/test-event`, {});
  const page = await signIn();
  await goTo('Webhooks');
  await page.setViewportSize({ width: 375, height: 900 });
  const opener = page.getByRole('button', { name: /^message\.received: / }).first();
  await opener.click();
  const panel = panelOf(page);
  await panel.getByRole('tab', { name: 'Attempts' }).click();
  await panel.getByRole('listitem').first().waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await page.getByRole('combobox').count()).toBe(0);
  expect(await overflowOf(page)).toBe(0);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Back to the list' }).click();
  await opener.click();
  await panel.waitFor();
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('table').waitFor();
});

test('above the list a key has its success rate and the duration of 24 hours', async () => {
  const { admin, instanceId } = walk.tenant;
  const { items } = (await admin('GET', `/deliveries?instance_id=${instanceId}&limit=200`)).body;
  const ended = items.filter(({ status }: { status: string }) => status === 'delivered' || status === 'failed');
  const delivered = ended.filter(({ status }: { status: string }) => status === 'delivered');
  const page = await signIn();
  await goTo('Webhooks');
  await chooseOption(page, 'Key', instanceId);
  const figures = page.getByRole('region', { name: 'Last 24 hours' });
  await figures.getByText(new RegExp(`of .?${ended.length}.? deliver`)).waitFor();
  const [rate = '', duration = ''] = await figures.getByRole('definition').allTextContents();
  expect(rate).toBe(`${Math.floor((delivered.length * 1000) / ended.length) / 10}%`);
  expect(duration).toMatch(/^.?\d.* ms$/);
});

test('refetches only the newest page of a long list of deliveries, and keeps the others', async () => {
  const { admin, instanceId } = walk.tenant;
  const sendTest = () => admin('POST', `/keys/${instanceId}/test-event`, {});
  for (let sent = 0; sent < 55; sent++) await sendTest();
  // An older page is not fetched again: it must not show one that still waits.
  const waiting = async () => (await admin('GET', `/deliveries?instance_id=${instanceId}&status=pending`)).body.items;
  await expect.poll(waiting).toEqual([]);
  const page = await signIn();
  await goTo('Webhooks');
  const rows = page.getByRole('row', { name: /message\.received.*Delivered/ });
  await rows.nth(49).waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await rows.nth(54).waitFor();
  const shown = await rows.count();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await sendTest();
  await rows.nth(shown).waitFor();
  const lists = asked.filter((url) => url.includes('/list-deliveries'));
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.filter((url) => url.includes('cursor'))).toEqual([]);
});

test('a failing platform webhook is diagnosed and replayed in the same way: body, headers, attempts, selected and all failed', async () => {
  const { receiver, admin } = walk.tenant;
  await admin('PUT', '/platform-webhook', { url: receiver.url, events: ['new-messages'] });
  await receiver.behave({ mode: 'status', status: 500, body: 'The shelf is missing again.' });
  const page = await signIn();
  await goTo('Platform webhook');
  await page.getByRole('button', { name: 'Send test event' }).click();
  const panel = panelOf(page);
  await panel.getByText('Failed', { exact: true }).waitFor();
  await panel.getByText('new-messages', { exact: true }).first().waitFor();
  const sent = (await receiver.received()).at(-1);
  await chooseTab(panel, 'Attempts');
  await panel.getByText('The shelf is missing again.').first().waitFor();
  const shown = (await panel.locator('pre').allTextContents()).join('\n');
  expect(shown).toContain(`x-service-signature: ${sent?.headers['x-service-signature']}`);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await admin('POST', '/platform-webhook/test-event', {});
  const failed = page.getByRole('row', { name: /new-messages.*Failed/ });
  const delivered = page.getByRole('row', { name: /new-messages.*Delivered/ });
  await failed.nth(1).waitFor();
  await receiver.behave();
  await failed.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Replay .*1.* selected/ }).click();
  await delivered.first().waitFor();
  await page.getByRole('button', { name: 'Replay failed', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay failed', exact: true }).press('Enter');
  await delivered.nth(1).waitFor();
});

test('Home leads to a webhook that is paused, until it is resumed', async () => {
  const { admin, instanceId } = walk.tenant;
  await admin('POST', `/keys/${instanceId}/webhook/pause`, {});
  const page = await signIn();
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const link = attention.getByRole('link', { name: /^The webhook of .*test.* is paused$/ });
  await link.waitFor();
  const marked = page.getByRole('navigation').locator('a[aria-describedby]').filter({ hasText: 'Webhooks' });
  await marked.waitFor();
  const described = page.locator(`[id="${await marked.getAttribute('aria-describedby')}"]`);
  expect(await described.textContent()).toBe('Needs attention');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await link.click();
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await marked.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await goTo('Home');
  await link.waitFor({ state: 'detached' });
});

test('the operator finds an automatically paused webhook among all workspaces, and resumes and replays it', async () => {
  const { receiver, admin, instanceId, slug } = walk.tenant;
  await receiver.behave({ mode: 'status', status: 410, body: 'Gone.' });
  await admin('POST', `/keys/${instanceId}/test-event`, {});
  const page = await walk.signInAsOperator();
  await goTo('System');
  await page.getByRole('row', { name: /Meta .*Configured.*\/hooks\/meta/ }).waitFor();
  await page
    .getByRole('row', { name: /^webhook-delivery / })
    .first()
    .waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await goTo('Stuck webhooks');
  const row = page.getByRole('row', { name: new RegExp(`^test .*${slug} Paused automatically`) });
  await row.waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  const mendedAt = (await receiver.received()).at(-1)?.seq ?? 0;
  await receiver.behave();
  await row.getByRole('button', { name: `Replay failed: ${instanceId}` }).click();
  await page.getByText(/deliver(y is|ies are) being replayed/).waitFor();
  await row.getByRole('link', { name: 'test' }).press('Enter');
  await page.getByText('Last attempt').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: `Resume: ${instanceId}` }).click();
  await page.getByText('This webhook is not stuck.').waitFor();
  await page.getByRole('link', { name: 'All stuck webhooks' }).press('Enter');
  await row.waitFor({ state: 'detached' });
  await expect.poll(() => receiver.received({ since: mendedAt })).not.toEqual([]);
});

test('the catalogue shows a sample of each event, and sends the chosen one as a test', async () => {
  const { receiver, admin } = walk.tenant;
  await receiver.behave();
  const { body: key } = await admin('POST', '/keys', {
    label: 'Reader of samples',
    channels: ['wa'],
    webhook_url: receiver.url,
  });
  const page = await signIn();
  await goTo('Webhooks');
  const open = page.getByRole('button', { name: 'Event catalogue' });
  await open.press('Enter');
  const catalogue = page.getByRole('dialog', { name: 'Event catalogue' });
  const send = catalogue.getByRole('button', { name: 'Send this event as a test' });
  expect(await send.isDisabled()).toBe(true);
  await chooseOption(page, 'Event', 'message.reaction');
  const focused = page.locator(':focus');
  await expect.poll(() => focused.getAttribute('data-value')).toBe('message.reaction');
  await catalogue.getByText('emoji: "👍"').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 900 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await chooseOption(page, 'Send to', key.instance_id);
  await send.press('Enter');
  await catalogue.waitFor({ state: 'detached' });
  const panel = panelOf(page);
  await panel.getByText('Delivered', { exact: true }).waitFor();
  const sent = (await receiver.received()).map(({ body }) => JSON.parse(body));
  expect(sent.filter(({ instance_id }) => instance_id === key.instance_id)).toMatchObject([
    { event: 'message.reaction', data: { emoji: '👍', test: true } },
  ]);
});
