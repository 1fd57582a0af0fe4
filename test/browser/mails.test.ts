import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@parley/common/languages/languages';
import { OPERATOR_KINDS, TENANT_KINDS } from '@parley/common/workspace/notification-kinds';
import { renderHtml } from '@parley/notifications/wording/render-html.rules';
import {
  describeAccountMail,
  describeConfirmation,
  describeFacts,
  type FactsGiven,
  type Message,
} from '@parley/notifications/wording/render-message.rules';
import type { Browser } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow, type Visit } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';

// Mails on a phone's screen (docs/reference/notifications.md#unsubscribing). `npm run screens` rewrites
// docs/screens.
const SCREENS = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const AT = '2026-07-01T12:00:00Z';
const NO_SPACE = 'x'.repeat(300);

const DATA: Record<string, Record<string, unknown>> = {
  unattended: { conversation_id: 5, channel: 'wa', waiting_since: AT },
  hand_over: { conversation_id: 5, channel: 'wa' },
  mention: { conversation_id: 5, channel: 'wa', member_id: 'mem_0000000001', by: 'Amal' },
  channel_disconnected: { channel: 'fb', account: NO_SPACE, reason: 'token_revoked' },
  channel_ends_soon: { channel: 'wa', account: NO_SPACE, cause: 'app', ends_at: '2026-07-05T12:00:00Z' },
  low_credit: { balance: '9.5', threshold: '10' },
  webhook_failing: { instance_id: 'ins_1', label: NO_SPACE, reason: 'breaker' },
  bot_stopped: { bot: NO_SPACE, reason: 'cap_reached' },
  provider_app_refused: { provider: 'Meta', message: NO_SPACE },
  disk_or_queue_growing: { what: 'disk', value: '512 MB' },
};
const KINDS = [...new Set([...TENANT_KINDS, ...OPERATOR_KINDS])];

let browser: Browser;
let visit: Visit | undefined;
browserTest.beforeAll(({ browser: shared }) => {
  browser = shared;
}, BROWSER_START_MS);
afterEach(() => visit?.context.close());

const factsOf = (language: FactsGiven['language'], given: Partial<FactsGiven>): Message =>
  describeFacts({
    language,
    timeZone: 'Asia/Kuwait',
    name: 'Ann',
    tenantName: 'Shop',
    kind: 'unattended',
    items: [],
    facts: 1,
    customers: new Map(),
    turnOffUrl: (kind) => `https://parley.example/notifications/off/1.${kind ?? 'all'}.${'a'.repeat(43)}`,
    ...given,
  });

/** Evaluated in the window: the direction and size of the mail. */
const SHAPE = `({
  dir: document.documentElement.dir,
  lang: document.documentElement.lang,
  direction: getComputedStyle(document.querySelector('h1')).direction,
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  width: document.documentElement.clientWidth,
})`;

/** Shows a message in a window; records every request that it makes, and answers none. */
async function show(message: Message) {
  visit = await openWindow(browser);
  const { page, problems } = visit;
  const requests: string[] = [];
  await page.route('**/*', (route) => {
    requests.push(route.request().url());
    return route.abort();
  });
  await page.setContent(renderHtml(message), { waitUntil: 'load' });
  const shape: unknown = await page.evaluate(SHAPE);
  return { page, problems, requests, shape };
}

describe.each(LANGUAGES)('a mail in $code', ({ code: language, direction }) => {
  const onPhone = { dir: direction, lang: language, direction, overflow: 0, width: 375 };

  test.each(KINDS)('about %s fits a phone, reads in its direction, and loads nothing', async (kind) => {
    const items = [{ kind, data: DATA[kind], at: AT }];
    const customers = new Map([[5, NO_SPACE]]);
    const message = factsOf(language, { kind, items, customers, name: NO_SPACE, tenantName: NO_SPACE });
    const { shape, requests, problems } = await show(message);
    expect(shape).toEqual(onPhone);
    expect(requests).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('with a confirmation request has one button, which leads to its link', async () => {
    const confirmUrl = `https://parley.example/notifications/confirm/1.${'b'.repeat(43)}`;
    const turnOffUrl = 'https://parley.example/notifications/off/1.all.x';
    const message = describeConfirmation({ language, tenantName: 'Shop', confirmUrl, turnOffUrl });
    const { page, shape, requests } = await show(message);
    expect(shape).toEqual(onPhone);
    expect(await page.getByRole('link').first().getAttribute('href')).toBe(confirmUrl);
    expect(requests).toEqual([]);
  });

  test.each(['invitation', 'password_reset'] as const)('of %s fits a phone and leads to its link', async (kind) => {
    const url = `https://parley.example/console/join#${'c'.repeat(43)}`;
    const { page, shape } = await show(
      describeAccountMail({ kind, to: `ann@${NO_SPACE}.example`, language, workspace: NO_SPACE, url }),
    );
    expect(shape).toEqual(onPhone);
    expect(await page.getByRole('link').getAttribute('href')).toBe(url);
  });

  test('about waiting customers matches docs/screens', async () => {
    const people = language === 'ar' ? ['سارة', 'أحمد'] : ['Sara', 'Ahmed'];
    const items = people.map((_name, index) => ({
      kind: 'unattended',
      data: { conversation_id: index, channel: index === 0 ? 'wa' : 'ig', waiting_since: AT },
      at: AT,
    }));
    const customers = new Map(people.map((name, index) => [index, name]));
    const name = language === 'ar' ? 'نورة' : 'Noura';
    const { page, shape } = await show(factsOf(language, { items, customers, facts: 2, name }));
    expect(shape).toEqual(onPhone);
    for (const person of people) expect(await page.getByText(person).count()).toBe(1);
    if (process.env.PARLEY_TEST_SCREENS !== 'true') return;
    await mkdir(SCREENS, { recursive: true });
    await page.locator('body > div').screenshot({ path: `${SCREENS}mail-${language}.png` });
  });
});
