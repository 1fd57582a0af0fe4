import { pollUntil } from '@parley/testing/poll-until';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeBotTenant } from '../support/bots/bots.ts';
import { overflowOf } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { connectPage } from '../support/channels/connect-channels.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Texts by strangers, on each screen that shows them (docs/reference/console.md#inbox). The test phone is covered in
// phone.test.ts.
const walk = walkConsole();
const { signIn, goTo, open } = walk;

const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
/** Reverses the text that follows, and isolates without an end. */
const TURNED = '\u202egnp.exe\u2067';
const EMOJI = '👨‍👩‍👧‍👦🏳️‍🌈👍🏿'.repeat(5);
const LINK = 'https://user:secret@evil.example/javascript:alert(1)';
const hostile = (what: string): string => `${what} ${SCRIPT} ${TURNED} ${EMOJI} ${LINK}`;
/** A name of the maximum length. */
const NAME = `Eve ${SCRIPT}${TURNED}`;
const LABEL = `L ${SCRIPT.slice(0, 60)}${TURNED}`;

/** Asserts that nothing ran, nothing became an element or a link, and the page is no wider than its window. */
async function expectText(page: Page, text: string): Promise<void> {
  await page.getByText(text.slice(0, 60)).first().waitFor();
  expect(await page.title()).toMatch(/Parley$/);
  const made = page.locator('[src="x"], [onerror], main script, iframe, object, embed, a[href*="evil.example"]');
  expect(await made.count()).toBe(0);
  expect(await overflowOf(page)).toBe(0);
}

test('a customer’s texts, name and files are text in the list, thread, person panel and search; files of unknown kinds are downloads', async () => {
  const customer = uniqueDigits('16');
  const write = (message: object) => walk.tenant.customerWrites(customer, { name: NAME, ...message });
  await write({ text: hostile('First') });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=3"/>').toString('base64');
  const html = Buffer.from('<script>document.title=4</script>').toString('base64');
  await write({ type: 'image', media: { base64: svg, mime_type: 'image/svg+xml' } });
  await write({
    type: 'document',
    media: { base64: html, mime_type: 'text/html', filename: `<b onclick=alert(1)>${TURNED}.html` },
  });
  await write({ type: 'document', media: { base64: svg, mime_type: 'image/svg+xml', filename: 'drawing.svg' } });
  await write({ text: hostile('Last') });
  const page = await signIn();
  await goTo('Inbox');
  await page.getByRole('region', { name: 'Conversations' }).getByText('Last <img').click();
  const thread = page.getByRole('log');
  await thread.getByText('Last <img').waitFor();
  await expectText(page, hostile('Last'));
  expect(await thread.locator('img, video, audio').count()).toBe(0);
  for (const file of [/drawing\.svg/, /<b onclick/]) {
    const downloading = page.waitForEvent('download');
    await thread.getByRole('link', { name: file }).click();
    await (await downloading).cancel();
  }
  await expectText(page, hostile('Last'));
  await page.getByRole('button', { name: 'Show person' }).click();
  await page.getByRole('region', { name: 'Person' }).getByText('Eve <img').first().waitFor();
  await expectText(page, NAME);
  await pollUntil(
    async () => {
      const [{ body: messages }, { body: people }] = await Promise.all([
        walk.tenant.admin('GET', '/messages?q=secret'),
        walk.tenant.admin('GET', '/people?q=Eve'),
      ]);
      return (messages.items.length > 1 && people.items.length > 0) || null;
    },
    { what: () => 'the words to be indexed' },
  );
  await open('/search?q=secret');
  await page.getByRole('list', { name: 'Messages' }).getByText('evil.example').first().waitFor();
  await expectText(page, 'evil.example');
  await open('/search?q=Eve');
  await page.getByRole('list', { name: 'People' }).getByText('Eve <img').first().waitFor();
  await expectText(page, NAME);
});

test('a text of a megabyte is stored truncated, shown in part until expanded, and displaces nothing', async () => {
  const tenant = await makeTenant(walk.system);
  const { callbacks } = await tenant.customerWrites(uniqueDigits('16'), { text: `Long ${'م'.repeat(500_000)}` });
  expect(callbacks).toMatchObject([{ status: 200 }]);
  const page = await signIn((await joinTenant(walk.system, tenant.slug, 'agent')).email);
  await goTo('Inbox');
  await page.getByRole('region', { name: 'Conversations' }).getByText('Long م').click();
  const text = page.getByRole('log').getByText('Long م');
  await page.getByRole('log').getByRole('button', { name: 'Show all' }).click();
  expect([...((await text.textContent()) ?? '')].length).toBe(65_536);
  await expectText(page, 'Long م');
  await page.getByRole('textbox', { name: 'Answer' }).fill('Shorter, please');
});

test('shows comments, member names, labels, requests, deliveries with their answers, and the audit log as text', async () => {
  const { system } = walk;
  const tenant = await makeTenant(system, { channels: ['wa', 'fb'] });
  const { body: made } = await tenant.admin('POST', '/keys', {
    label: LABEL,
    channels: ['wa', 'fb'],
    webhook_url: tenant.receiver.url,
  });
  await tenant.receiver.behave({ mode: 'status', status: 500, body: hostile('Answer') });
  const connected = await connectPage(system, tenant, { instagram: false });
  const author = { account: connected.id, name: NAME };
  await system.sandbox.profile('fb').customerComments(uniqueDigits('24'), { ...author, text: hostile('Comment') });
  const eve = await joinTenant(system, tenant.slug, 'developer');
  await eve.browser.call('update-me', { name: NAME });
  await eve.browser.call('update-key', { instance_id: made.instance_id, label: `${LABEL}!` });
  const refused = await tenant.post('send', { channel: SCRIPT, to: hostile('To'), message: hostile('Text') });

  const page = await signIn((await joinTenant(system, tenant.slug, 'owner')).email);
  await goTo('Comments');
  await expectText(page, hostile('Comment'));
  await goTo('Inbox');
  await page.getByRole('region', { name: 'Conversations' }).getByText('Comment <img').click();
  await page
    .getByRole('region', { name: /^Comments of/ })
    .getByText('Comment <img')
    .waitFor();
  await expectText(page, hostile('Comment'));
  await goTo('Members');
  await expectText(page, NAME);
  await goTo('Keys');
  await expectText(page, LABEL);
  await goTo('Webhooks');
  await chooseOption(page, 'Key', made.instance_id);
  await page.getByRole('button', { name: 'Send test event' }).click();
  const panel = page.getByRole('region', { name: /^Delivery/ });
  await panel.getByRole('tab', { name: 'Response' }).click();
  await panel.getByText('Answer <img').first().waitFor();
  await expectText(page, hostile('Answer'));
  await page.keyboard.press('Escape');
  await page
    .getByRole('row', { name: /comment\.received/ })
    .getByRole('button')
    .first()
    .click();
  await panel.getByText('Comment <img').first().waitFor();
  await expectText(page, 'Comment <img');
  await page.keyboard.press('Escape');
  await goTo('Requests');
  await page.getByRole('button', { name: new RegExp(`: ${refused.headers['x-request-id']}$`) }).click();
  await page
    .getByRole('region', { name: String(refused.headers['x-request-id']) })
    .getByRole('tab', { name: 'PHP' })
    .click();
  await page.getByRole('tabpanel').getByText('stream_context_create').waitFor();
  await expectText(page, String(refused.headers['x-request-id']));
  await page.keyboard.press('Escape');
  await goTo('Audit log');
  await page.getByText('changed a key').first().click();
  await expectText(page, 'update-key');
});

test('shows a bot’s manipulated reply as text in its turns', async () => {
  const { system } = walk;
  const bot = await makeBotTenant(system, { name: LABEL });
  const question = `Repeat ${uniqueDigits('')}`;
  await system.sandbox.ai.answer({ contains: question, answer: hostile('Said') });
  await bot.customerWrites(uniqueDigits('16'), { text: question, name: NAME });
  expect(await bot.ended(1)).toMatchObject([{ outcome: 'replied' }]);
  const page = await signIn((await joinTenant(system, bot.slug, 'owner')).email);
  await goTo('Bots');
  await expectText(page, LABEL);
  await page
    .getByRole('row', { name: /^L <img/ })
    .getByRole('link')
    .click();
  await page.getByRole('table', { name: 'Turns' }).getByText('Said <img').waitFor();
  await expectText(page, hostile('Said'));
});

test('a name without a visible character is the number, and one that is reversed keeps the order of its letters', async () => {
  const shop = await makeTenant(walk.system);
  const [nameless, reversed] = [uniqueDigits('16'), uniqueDigits('16')];
  await shop.customerWrites(nameless, { name: '\u200b', text: 'Without a name' });
  await shop.customerWrites(reversed, { name: '\u202eMan Reversed', text: 'With a reversed name' });
  const page = await signIn((await joinTenant(walk.system, shop.slug, 'owner')).email);
  await goTo('Inbox');
  const list = page.getByRole('region', { name: 'Conversations' });
  const rowOf = (text: RegExp) => list.getByRole('link', { name: text });
  await rowOf(/Without a name/)
    .getByText(nameless)
    .waitFor();
  await rowOf(/With a reversed name/)
    .getByText('Man Reversed', { exact: true })
    .waitFor();
  await rowOf(/Without a name/).press('Enter');
  await page.getByRole('heading', { name: nameless }).first().waitFor();
});
