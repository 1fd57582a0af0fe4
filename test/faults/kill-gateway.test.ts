import { pollUntil } from '@parley/testing/poll-until';
import { perTier } from '@parley/testing/tier';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow, startBrowser } from '../support/browser/browser.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { enterConsole } from '../support/console/console-walk.ts';
import { callJson } from '../support/requests/call-json.ts';
import { openBalancer } from '../support/system/balancer.ts';
import { endNow } from '../support/system/process-tree.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';

// A gateway that is killed while people answer (docs/reference/console.md#inbox). Each page uses one of two gateways.
let system: System;
let browser: Browser;
let tenant: TestTenant;
/** The platform takes this long to answer; the gateway dies before. */
const ANSWER_AFTER_MS = 4000;
/** Per step of a test with several: a stuck step fails before its test times out. */
const PATIENCE_MS = 45_000;
const TEST_MS = 300_000;
/** More than the six connections that a browser opens to an origin. */
const TABS = perTier({ short: 7, soak: 10 });

/** Clients that ask one request after another. */
const LINES = 4;

beforeAll(async () => {
  [browser, system] = await Promise.all([startBrowser(), startSystem('cluster', { PARLEY_DRAIN_SECONDS: '2' })]);
  tenant = await makeTenant(system);
}, BROWSER_START_MS);
afterAll(async () => {
  await Promise.all([browser?.close(), system?.stop()]);
}, 60_000);

const field = (page: Page) => page.getByRole('textbox', { name: 'Answer' });

/** A new member at a gateway, with the conversation that has this text open. */
async function openAgent(origin: string, role: 'owner' | 'agent', text: string): Promise<Page> {
  const { email } = await joinTenant(system, tenant.slug, role);
  const { page, context } = await openWindow(browser, { locale: 'en-GB' });
  context.setDefaultTimeout(PATIENCE_MS);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterConsole(page, { origin, email });
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('region', { name: 'Conversations' }).getByText(text).click();
  await field(page).waitFor();
  return page;
}

/** Ends the gateway at an origin. */
async function endGateway(origin: string | undefined, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const gateways = await system.processes('gateway-');
  const victim = gateways.find(({ name }) => name === `gateway-${system.origins.indexOf(origin ?? '') + 1}`);
  if (!victim) throw new Error(`No gateway answers at ${origin}.`);
  expect(endNow(victim.pid, signal)).toBe(true);
}
const killGateway = (origin: string) => endGateway(origin, 'SIGKILL');

test('killed while an answer is being sent: the next draft stays, and a retry leads to one message and one charge', {
  timeout: TEST_MS,
}, async () => {
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Are you there?' });
  const page = await openAgent(system.origin, 'agent', 'Are you there?');
  const before = (await tenant.get('status')).body.balance;
  const isTaken = async (): Promise<boolean> =>
    (await system.sandbox.calls({ channel: 'wa', to: `+${customer}` })).sends.length > 0;
  await system.sandbox.failNext({
    ...{ provider: 'wa', mode: 'delay', delay_ms: ANSWER_AFTER_MS, after_accept: true },
    match: { to: customer },
  });
  await field(page).fill('We are');
  await page.keyboard.press('Control+Enter');
  await field(page).fill('the next answer');
  await expect.poll(isTaken, { timeout: PATIENCE_MS }).toBe(true);
  await killGateway(system.origin);
  await page.getByText('The server does not answer').waitFor();
  expect(await field(page).inputValue()).toBe('the next answer');
  await system.ready();
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  const thread = page.getByRole('log');
  await thread.getByRole('img', { name: /^(Sent|Delivered|Read)$/ }).waitFor();
  // An unconfirmed answer is shown alongside the stored messages until the server has answered.
  await expect.poll(() => thread.getByText('We are', { exact: true }).count(), { timeout: PATIENCE_MS }).toBe(1);
  expect(await field(page).inputValue()).toBe('the next answer');
  const { sends } = await system.sandbox.calls({ channel: 'wa', to: `+${customer}` });
  expect(sends).toHaveLength(1);
  expect((await tenant.get('status')).body.balance).toBe(before - 1);
  await page.context().close();
});

/** Keeps typing until the other member sees it: a gateway forgets typing after 8 s, and their stream may reconnect later. */
const writeUntilSeen = async (writer: Page, reader: Page): Promise<void> => {
  const note = reader.getByRole('note').filter({ hasText: 'writing an answer here' });
  await pollUntil(
    async () => {
      await field(writer).pressSequentially('and ');
      return (await note.isVisible()) || null;
    },
    { everyMs: 1000, what: () => 'the other member to see that an answer is written' },
  );
};

test('killed while two members on different gateways are at a conversation: its member is seen again, and sees the other', {
  timeout: TEST_MS,
}, async () => {
  await tenant.customerWrites(uniqueDigits('16'), { text: 'Is anybody there?' });
  const [first = '', second = ''] = system.origins;
  const agent = await openAgent(first, 'agent', 'Is anybody there?');
  const owner = await openAgent(second, 'owner', 'Is anybody there?');
  const seen = (page: Page, name: string) => page.getByRole('status').filter({ hasText: name });
  await seen(owner, 'The agent').waitFor();
  await killGateway(first);
  // A gateway that has just started knows no member.
  await system.ready();
  await writeUntilSeen(owner, agent);
  await writeUntilSeen(agent, owner);
  // When a member's gateway and page both die, the member disappears by itself.
  await killGateway(first);
  await agent.context().close();
  await seen(owner, 'The agent').waitFor({ state: 'detached' });
  await system.ready();
});

/** Opens tabs of one browser that show the same conversation, each tall enough to render every message. */
async function openTabs(first: Page): Promise<Page[]> {
  const tabs = [first];
  while (tabs.length < TABS) tabs.push(await first.context().newPage());
  for (const tab of tabs) {
    await tab.setViewportSize({ width: 1440, height: 2400 });
    await tab.goto(first.url());
    await field(tab).waitFor();
  }
  return tabs;
}

test('killed, and another time drained, while many tabs follow over one stream: each tab shows each message once', {
  timeout: TEST_MS,
}, async () => {
  const balancer = await openBalancer(system.origins);
  const streams = () => expect.poll(balancer.liveStreams, { timeout: PATIENCE_MS });
  const customer = uniqueDigits('16');
  const said: string[] = [];
  const write = async (): Promise<void> => {
    const text = `line ${100 + said.length}`;
    said.push(text);
    await tenant.customerWrites(customer, { text });
  };
  await write();
  const tabs = await openTabs(await openAgent(balancer.origin, 'agent', 'line 100'));
  const linesOf = async (tab: Page): Promise<string[]> =>
    (
      await tab
        .getByRole('log')
        .getByText(/^line \d+$/)
        .allTextContents()
    ).toSorted();
  const expectEachOnce = async (): Promise<void> => {
    for (const tab of tabs) await expect.poll(() => linesOf(tab), { timeout: PATIENCE_MS }).toEqual(said);
  };
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await streams().toHaveLength(1);
    await write();
    const [before] = balancer.liveStreams();
    await Promise.all([endGateway(before?.gateway, signal), write(), write(), write()]);
    await streams().not.toContain(before);
    await write();
    await system.ready();
    await write();
    await expectEachOnce();
  }
  await streams().toHaveLength(1);
  await expectEachOnce();
  await tabs[0]?.context().close();
  balancer.close();
});

test('drained one after another behind a load balancer that checks /readyz: no request fails', {
  timeout: TEST_MS,
}, async () => {
  const failures: string[] = [];
  let requests = 0;
  const balancer = await openBalancer(system.origins, {
    checkEveryMs: 100,
    answered(path, status) {
      requests++;
      if (status === null || status >= 500) failures.push(`${status} ${path}`);
    },
  });
  let isStopping = false;
  const line = async (): Promise<void> => {
    while (!isStopping)
      await callJson('GET', `${balancer.origin}${new URL(tenant.base).pathname}?action=status`, {
        token: tenant.apiKey,
      }).catch((error: unknown) => failures.push(String(error)));
  };
  const lines = Array.from({ length: LINES }, line);
  for (const origin of system.origins) {
    await endGateway(origin, 'SIGTERM');
    await system.ready();
    const before = requests;
    await expect.poll(() => requests - before, { timeout: PATIENCE_MS }).toBeGreaterThan(LINES);
  }
  isStopping = true;
  await Promise.all(lines);
  balancer.close();
  expect(failures).toEqual([]);
});
