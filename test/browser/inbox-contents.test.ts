import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { overflowOf } from '../support/browser/check-page.ts';
import { postWaMessage } from '../support/channels/wa-webhook.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { conversations, enterInboxAsAgent } from '../support/console/inbox-pages.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';

// How a thread shows each kind of content (docs/reference/console.md#messages), also hostile content. The page requests
// nothing from another origin.
const walk = walkConsole();

async function openFirst(tenant: TestTenant): Promise<Page> {
  const { page } = walk.visit;
  await enterInboxAsAgent(page, walk.system, tenant.slug);
  await conversations(page).getByRole('link').first().click();
  await page.getByRole('log').waitFor();
  return page;
}

test('the contents of a customer’s messages are cards: place, contact, order, choice, forwarded, and the ad they came from', async () => {
  const tenant = await makeTenant(walk.system);
  const from = uniqueDigits('16');
  const post = (message: Record<string, unknown>) =>
    postWaMessage(walk.system, tenant.phoneNumberId, { from, ...message });
  await post({
    type: 'text',
    text: { body: 'I saw your ad' },
    referral: {
      source_type: 'ad',
      source_id: '120',
      source_url: 'https://shop.example/ad',
      headline: 'Summer sale',
      body: 'Half the price',
      media_type: 'image',
      image_url: 'https://ads.example/picture.jpg',
      ctwa_clid: 'click',
    },
  });
  await post({
    type: 'location',
    location: { latitude: 30.0444, longitude: 31.2357, name: 'Home', address: '7 Nile St' },
  });
  await post({
    type: 'contacts',
    contacts: [{ name: { formatted_name: 'Bob Stone' }, phones: [{ phone: '+1 555 0100' }], org: { company: 'Acme' } }],
  });
  await post({
    type: 'order',
    order: {
      catalog_id: '1',
      product_items: [{ product_retailer_id: 'SKU-9', quantity: 3, item_price: 12.5, currency: 'USD' }],
    },
  });
  await post({
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: 'size-l', title: 'Large' } },
  });
  await post({ type: 'text', text: { body: 'As a friend told me' }, context: { forwarded: true } });
  const page = await openFirst(tenant);
  const thread = page.getByRole('log');
  await thread.getByText('As a friend told me').waitFor();
  await thread.getByText('Forwarded').waitFor();
  await thread.getByText(/Came from an ad: .*Summer sale/).waitFor();
  expect(await thread.getByRole('link', { name: 'Open the address' }).getAttribute('href')).toBe(
    'https://shop.example/ad',
  );
  await thread.getByText('Home', { exact: true }).waitFor();
  await thread.getByText('7 Nile St').waitFor();
  expect(await thread.getByRole('link', { name: 'Open in OpenStreetMap' }).getAttribute('href')).toContain('30.0444');
  await thread.getByText('Bob Stone').waitFor();
  await thread.getByText('+1 555 0100').waitFor();
  await thread.getByText(/3.* × .*SKU-9/).waitFor();
  await thread.getByText('12.5 USD').waitFor();
  await thread.getByText('Pressed a button').waitFor();
  await thread.getByText('Large', { exact: true }).waitFor();
});

const TURNED = '\u202egnp.exe\u2067';
const LONG = `${'W'.repeat(10_000)}${TURNED}`;
const SCRIPT = '<img src=x onerror="document.title=1">';

test('hostile contents run no script, link only to web addresses, and change neither the direction of other text nor the layout', async () => {
  const tenant = await makeTenant(walk.system);
  const from = uniqueDigits('16');
  const post = (message: Record<string, unknown>) =>
    postWaMessage(walk.system, tenant.phoneNumberId, { from, name: SCRIPT, ...message });
  const referral = { source_type: 'ad', source_id: '1', headline: `${SCRIPT}${TURNED}`, body: LONG };
  for (const source_url of [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    ' java\nscript:alert(1)',
  ])
    await post({ type: 'text', text: { body: 'From an ad' }, referral: { ...referral, source_url } });
  await post({ type: 'location', location: { latitude: 1, longitude: 2, name: LONG, address: `${SCRIPT}\u0007` } });
  await post({
    type: 'contacts',
    contacts: [
      {
        name: { formatted_name: LONG },
        phones: [{ phone: 'javascript:alert(1)' }, { phone: LONG }],
        emails: [{ email: '"><script>alert(1)</script>' }],
        urls: [{ url: 'javascript:alert(1)' }],
      },
    ],
  });
  await post({
    type: 'interactive',
    interactive: { type: 'list_reply', list_reply: { id: SCRIPT, title: LONG, description: SCRIPT } },
  });
  await post({
    type: 'order',
    order: {
      catalog_id: SCRIPT,
      product_items: [
        { product_retailer_id: LONG.slice(0, 250), quantity: 1e21, item_price: 1e-7, currency: SCRIPT.slice(0, 16) },
      ],
    },
  });
  await post({ type: 'text', text: { body: 'Still readable' } });
  const page = await openFirst(tenant);
  const thread = page.getByRole('log');
  await thread.getByText('Still readable').waitFor();
  for (let at = 0; at < 10; at++) {
    await thread.press('PageUp');
    expect(await overflowOf(page)).toBe(0);
    expect(
      await page.evaluate(`(() => {
      const log = document.querySelector('[role=log]');
      return [...log.querySelectorAll('[data-message]')].every((one) => one.getBoundingClientRect().right <= innerWidth);
    })()`),
    ).toBe(true);
    expect(
      await thread.locator('[src="x"], [onerror], script, iframe, a[href^="javascript"], a[href^="data"]').count(),
    ).toBe(0);
  }
  expect(await page.title()).toMatch(/Parley$/);
  const addresses = await Promise.all((await thread.getByRole('link').all()).map((link) => link.getAttribute('href')));
  expect(addresses.filter((address) => !address?.startsWith('https://www.openstreetmap.org/'))).toEqual([]);
  expect(await thread.getByRole('link', { name: 'Open the address' }).count()).toBe(0);
});

test('shows sent buttons and lists as the customer sees them, also with hostile addresses', async () => {
  const tenant = await makeTenant(walk.system);
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Which one?' });
  const to = `+${customer}`;
  const buttons = [{ title: TURNED, url: 'https://shop.example/?next=javascript:alert(1)' }];
  await tenant.post('send', { channel: 'wa', to, message: 'A link', buttons });
  const list = {
    button: 'Sizes',
    sections: [{ rows: [{ id: 's', title: SCRIPT.slice(0, 24), description: 'Up to 1 m' }] }],
  };
  await tenant.post('send', { channel: 'wa', to, message: 'A list', list });
  const page = await openFirst(tenant);
  const thread = page.getByRole('log');
  const link = thread.getByRole('list', { name: 'Buttons' }).getByRole('link');
  expect(await link.getAttribute('href')).toBe('https://shop.example/?next=javascript:alert(1)');
  expect(await link.getAttribute('rel')).toBe('noreferrer');
  await thread.getByText('Sizes').click();
  await thread.getByText('Up to 1 m').waitFor();
  expect(await thread.locator('[src="x"], [onerror]').count()).toBe(0);
  // The API sent both, in one or two minutes: each group shows the name once.
  await thread.getByText('API', { exact: true }).first().waitFor();
});
