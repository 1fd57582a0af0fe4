import { Buffer } from 'node:buffer';
import { makePicture, makePngBomb } from '@parley/testing/factories/make-picture';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  attached,
  choose,
  FILM,
  fetchLink,
  PICTURE,
  PIXEL,
  picture,
  send,
  untilDrawn,
  untilUploaded,
} from '../support/browser/browser-files.ts';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { holdRequests } from '../support/browser/hold-requests.ts';
import { openChannelFixture } from '../support/channels/channel-fixture.ts';
import { CONFORMING_CHANNELS } from '../support/channels/conforming-channels.ts';
import { linkDevice, personWritesTo, WD } from '../support/channels/linked-devices.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { enterInboxAsAgent, openConversation, sentMark } from '../support/console/inbox-pages.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';

// Files from the browser (docs/reference/uploads.md).
const desk = openDesk();

async function enterConversation({ slug }: TestTenant, text: string): Promise<Page> {
  const { page } = desk.visit;
  await enterInboxAsAgent(page, desk.system, slug);
  await openConversation(page, text);
  return page;
}

/** Answers without a file, which reaches the customer as the only message. */
async function answerOnly(page: Page, customer: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Answer' }).fill(text);
  await send(page);
  await sentMark(page).waitFor();
  const { sends } = await desk.system.sandbox.calls({ channel: 'wa', to: `+${customer}` });
  expect(sends.map(({ body }) => body)).toEqual([expect.objectContaining({ type: 'text' })]);
}

test.each(CONFORMING_CHANNELS.filter(({ code }) => code !== 'tt').map((channel) => [channel.code, channel] as const))(
  'on %s a file from the browser reaches the platform byte for byte, with its caption',
  async (_code, channel) => {
    const fixture = await openChannelFixture(desk.system, channel);
    const person = channel.makePerson();
    await fixture.receive(person, { text: 'What does it cost' });
    const page = await enterConversation(fixture.tenant, 'What does it cost');
    const before = await fixture.balance();
    await choose(page, picture);
    await untilUploaded(page);
    await page.getByRole('textbox', { name: 'Answer' }).fill('Our prices');
    await send(page);
    const log = page.getByRole('log');
    await log.getByRole('img', { name: /Picture: .*price list\.png/ }).waitFor();
    await log.getByRole('img', { name: /^(Sent|Delivered|Read)$/ }).waitFor();
    const [sent] = await fixture.accepted(person);
    const { bytes, headers } = await fetchLink(sent?.body);
    expect(bytes.equals(PICTURE)).toBe(true);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect((await fixture.accepted(person)).map(({ text }) => text).filter(Boolean)).toEqual(['Our prices']);
    expect(await fixture.balance()).toBe(before - 1);
    await attached(page).waitFor({ state: 'detached' });
  },
);

test('from a linked device a file from the browser reaches the person byte for byte', async () => {
  const tenant = await makeTenant(desk.system, WD);
  const { number, deviceId } = await linkDevice(desk.system, tenant);
  const person = uniqueDigits('1666');
  await desk.system.sandbox.devices.putPhone({ number: person });
  await personWritesTo(desk.system, person, number, { type: 'text', text: 'What does it cost' });
  const page = await enterConversation(tenant, 'What does it cost');
  await choose(page, picture);
  await untilUploaded(page);
  await page.getByRole('textbox', { name: 'Answer' }).fill('Our prices');
  await send(page);
  await page
    .getByRole('log')
    .getByRole('img', { name: /^(Sent|Delivered|Read)$/ })
    .waitFor();
  const all = await desk.system.sandbox.devices.taken({ device: deviceId });
  const taken = all.find(({ text }) => text === 'Our prices');
  expect((await desk.system.sandbox.devices.mediaOf(taken?.seq ?? 0)).equals(PICTURE)).toBe(true);
});

test('a customer’s photo is shown small in a box that does not move, and opens whole, and a dangerous file is a download', async () => {
  const tenant = await makeTenant(desk.system);
  const customer = uniqueDigits('16');
  const photo = makePicture('jpeg', { width: 900, height: 1200 });
  const bomb = makePngBomb({ width: 50_000, height: 50_000, rows: 10 });
  const media = (bytes: Buffer, mime_type: string) => ({ base64: bytes.toString('base64'), mime_type });
  await tenant.customerWrites(customer, { text: 'Look at this' });
  const page = await enterConversation(tenant, 'Look at this');
  const shown = page.getByRole('log').getByRole('img', { name: /^Picture/ });
  // Its size is unknown before it is first shown; the next page reserves a box of its shape.
  for (const [show, place] of [
    [
      () => tenant.customerWrites(customer, { type: 'image', media: media(photo, 'image/jpeg') }),
      { width: 256, height: 192 },
    ],
    [() => page.reload(), { width: 144, height: 192 }],
  ] as const) {
    const letGo = await holdRequests(page, '**/media/**');
    await show();
    await shown.waitFor();
    const before = await shown.boundingBox();
    expect(before).toMatchObject(place);
    letGo();
    await untilDrawn(page, '[role=log] img[alt^=Picture]', 216);
    expect(await shown.boundingBox()).toEqual(before);
    await page.unroute('**/media/**');
  }
  await shown.click();
  await untilDrawn(page, '[role=dialog] img', 900);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement?.getAttribute("target")')).toBe('_blank');
  const opening = desk.visit.context.waitForEvent('page');
  await shown.click({ modifiers: ['Control'] });
  await (await opening).close();
  await tenant.customerWrites(customer, { type: 'image', media: media(bomb, 'image/png') });
  await page
    .getByRole('log')
    .getByRole('link', { name: /^Download/ })
    .waitFor();
  // The browser reports the missing thumbnail.
  desk.visit.problems.splice(0);
});

test.each([
  ['SVG', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title=1</script></svg>'],
  ['HTML', 'text/html', '<!doctype html><script>document.title=1</script>'],
  ['HTML that says that it is a picture', 'image/png', '<!doctype html><script>document.title=1</script>'],
])('%s is refused, and the page says what can be sent', async (_name, mimeType, content) => {
  const tenant = await makeTenant(desk.system);
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Show me' });
  const page = await enterConversation(tenant, 'Show me');
  await choose(page, { name: 'holiday.png', mimeType, buffer: Buffer.from(content) });
  await page.getByRole('alert').filter({ hasText: 'jpg, png (5 MB)' }).waitFor();
  await attached(page).waitFor({ state: 'detached' });
  // The browser reports the refusal.
  desk.visit.problems.splice(0);
  await answerOnly(page, customer, 'Only text then');
});

test('a file that the channel does not take is refused before anything is uploaded', async () => {
  const tenant = await makeTenant(desk.system);
  await tenant.customerWrites(uniqueDigits('16'), { text: 'A film please' });
  const page = await enterConversation(tenant, 'A film please');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await choose(page, { name: 'film.webm', mimeType: 'video/webm', buffer: FILM });
  await page.getByRole('alert').filter({ hasText: 'mp4, 3gp (16 MB)' }).waitFor();
  expect(asked.filter((url) => url.includes('upload'))).toEqual([]);
});

test('a dropped file survives a reload with its draft, and a lost answer is sent and paid once', async () => {
  const tenant = await makeTenant(desk.system);
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Where are you' });
  const page = await enterConversation(tenant, 'Where are you');
  // A string, because the code runs in the browser.
  const dropped = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${PIXEL.toString('base64')}'), (c) => c.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'map.png', { type: 'image/png' }));
    return data;
  })()`);
  await page.getByRole('textbox', { name: 'Answer' }).dispatchEvent('drop', { dataTransfer: dropped });
  await untilUploaded(page);
  await page.getByRole('textbox', { name: 'Answer' }).fill('Here');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.reload();
  await attached(page).getByText('map.png').waitFor();
  expect(await page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('Here');

  const before = (await tenant.get('status')).body.balance;
  await page.route('**/console/trpc/send-from-dashboard', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page);
  await page.getByText('The server does not answer').waitFor();
  // Before the network is back: this page would send it by itself then.
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  desk.visit.problems.splice(0);
  await attached(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  const { sends } = await desk.system.sandbox.calls({ channel: 'wa', to: `+${customer}` });
  expect(sends).toHaveLength(1);
  expect((await fetchLink(sends[0]?.body)).bytes.equals(PIXEL)).toBe(true);
  expect((await tenant.get('status')).body.balance).toBe(before - 1);
});

test('an interrupted upload resumes automatically, and a removed file is not sent', async () => {
  const tenant = await makeTenant(desk.system);
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Two pieces' });
  const page = await enterConversation(tenant, 'Two pieces');
  let broken = 0;
  await page.route('**/console/trpc/add-upload-piece', async (route) => {
    // The second piece is stored, and its answer gets lost.
    if (++broken !== 2) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await choose(page, picture);
  await untilUploaded(page);
  expect(broken).toBe(3);
  desk.visit.problems.splice(0);
  await page.getByRole('button', { name: /Remove .*price list\.png/ }).click();
  await attached(page).waitFor({ state: 'detached' });
  await answerOnly(page, customer, 'Nothing attached');
});

test('a video in the thread plays on request, and not automatically', async () => {
  const tenant = await makeTenant(desk.system);
  await tenant.customerWrites(uniqueDigits('16'), { text: 'How does it work' });
  const page = await enterConversation(tenant, 'How does it work');
  await choose(page, { name: 'film.mp4', mimeType: 'video/mp4', buffer: FILM });
  await untilUploaded(page);
  await send(page);
  const film = page.getByRole('log').locator('video');
  await film.waitFor();
  expect(await film.getAttribute('controls')).toBe('');
  expect(await film.getAttribute('autoplay')).toBeNull();
  expect(await film.getAttribute('preload')).toBe('none');
  await page
    .getByRole('log')
    .getByRole('link', { name: /Download .*film\.mp4/ })
    .waitFor();
});

test('a file that the platform refused is resent from its bubble, with its caption, and charged once', async () => {
  const tenant = await makeTenant(desk.system);
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'The list please' });
  const page = await enterConversation(tenant, 'The list please');
  await choose(page, picture);
  await untilUploaded(page);
  await page.getByRole('textbox', { name: 'Answer' }).fill('Our prices');
  const before = (await tenant.get('status')).body.balance;
  await desk.system.sandbox.failNext({ provider: 'wa', mode: 'error', code: 131026, match: { to: customer } });
  await send(page);
  const log = page.getByRole('log');
  await log.getByText('Meta refused the message.').waitFor();
  expect((await tenant.get('status')).body.balance).toBe(before);
  await log.getByRole('button', { name: 'Try again' }).dblclick();
  await log.getByRole('img', { name: /^(Sent|Delivered|Read)$/ }).waitFor();
  const { sends } = await desk.system.sandbox.calls({ channel: 'wa', to: `+${customer}` });
  expect(sends.map(({ text }) => text)).toEqual(['Our prices']);
  expect((await fetchLink(sends[0]?.body)).bytes.equals(PICTURE)).toBe(true);
  expect((await tenant.get('status')).body.balance).toBe(before - 1);
  // The browser reports the refusal; one of two concurrent tries may have found the other one still running.
  desk.visit.problems.splice(0);
});
