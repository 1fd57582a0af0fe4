import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openWindow } from '../support/browser/browser.ts';
import { makePage, makeTiktok } from '../support/channels/connect-channels.ts';
import { makeNumber, POPUP_BUTTON } from '../support/channels/signup-walk.ts';
import { enterConsole, useLook, walkConsole } from '../support/console/console-walk.ts';
import { uniqueDigits } from '../support/tenants/client.ts';

// An owner connects each channel from Channels (docs/reference/console.md#pages): each page and dialog that asks for
// something is a step, and four are enough.
const walk = walkConsole();
const MOST_STEPS = 4;
const PIN = '581063';

/** How a person walks: the language, the size of the window, and the pointer or the keyboard. */
interface Walker {
  locale: string;
  width: number;
  byKeyboard?: boolean;
}
const AT_A_DESK: Walker = { locale: 'en-GB', width: 1440 };

/** The labels that a walk presses. */
const ENGLISH = {
  channels: 'Channels',
  connect: 'Connect channel',
  makeLink: 'Create connect link',
  openLink: 'Open the link',
  done: /is connected\.|are connected\./,
};
const ARABIC: typeof ENGLISH = {
  channels: 'القنوات',
  connect: 'اربط قناة',
  makeLink: 'أنشئ رابط ربط',
  openLink: 'افتح الرابط',
  done: /رُبط/,
};

/** Tabs to a control as a person without a pointer does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const isFocused = (): Promise<boolean> => target.evaluate((element) => element.matches(':focus'));
  for (let presses = 0; presses < 80 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
  expect(await isFocused()).toBe(true);
}

async function openWalk({ locale, width, byKeyboard = false }: Walker) {
  const texts = locale === 'ar' ? ARABIC : ENGLISH;
  const visit = await openWindow(walk.browser, { locale });
  const { page } = visit;
  await page.setViewportSize({ width, height: 900 });
  // The sign-in page is filled in in English.
  await page.goto(`${walk.system.origin}/console/sign-in`);
  await useLook(page, { language: 'en' });
  await enterConsole(page, { origin: walk.system.origin, email: walk.owner });
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await page.goto(`${walk.system.origin}/console/channels`);
  await useLook(page, { language: locale.slice(0, 2) });
  await page.getByRole('heading', { name: texts.channels, level: 1 }).waitFor();
  const steps = new Set<string>();
  /** Notes the page or the dialog that asks for this act. */
  async function note(place: Page): Promise<void> {
    const dialog = place.getByRole('dialog');
    const heading = (await dialog.count()) > 0 ? dialog.getByRole('heading') : place.getByRole('heading', { level: 1 });
    steps.add(`${new URL(place.url()).pathname} ${await heading.first().textContent()}`);
  }
  const activate = async (place: Page, target: Locator): Promise<void> => {
    if (!byKeyboard) return target.click();
    await tabTo(place, target);
    await place.keyboard.press('Enter');
  };
  return {
    ...visit,
    texts,
    steps,
    /** Presses a button or follows a link. */
    async press(target: Locator): Promise<void> {
      await target.waitFor();
      await note(target.page());
      await activate(target.page(), target);
    },
    async type(target: Locator, text: string): Promise<void> {
      await target.waitFor();
      await note(target.page());
      if (byKeyboard) await tabTo(target.page(), target);
      else await target.click();
      await target.page().keyboard.type(text);
    },
    /** Chooses one of several, by its box or its button. */
    async choose(target: Locator): Promise<void> {
      await target.waitFor();
      await note(target.page());
      if (byKeyboard) await target.focus();
      await (byKeyboard ? target.press('Space') : target.check());
    },
    /** Opens the dialog of a kind; the screen itself asks for nothing. */
    async begin(kind: string): Promise<Locator> {
      await activate(page, page.getByRole('button', { name: texts.connect }).first());
      const dialog = page.getByRole('dialog');
      const choice = dialog.getByRole('button', { name: kind, exact: true });
      await choice.waitFor();
      await note(page);
      await activate(page, choice);
      await dialog.getByRole('heading', { name: kind }).waitFor();
      return dialog;
    },
    async expectConnected(name: string | RegExp): Promise<void> {
      const card = page.getByRole('main').getByRole('link', { name });
      await card.first().waitFor();
      expect([...steps].length, [...steps].join('\n')).toBeLessThanOrEqual(MOST_STEPS);
      expect(visit.problems).toEqual([]);
      await visit.context.close();
    },
  };
}
type Walked = Awaited<ReturnType<typeof openWalk>>;

/** From the kind of channel to Parley's own page before the dialog. */
async function followLink({ begin, press, page, texts }: Walked, kind: string): Promise<void> {
  const dialog = await begin(kind);
  await press(dialog.getByRole('button', { name: texts.makeLink }));
  await press(dialog.getByRole('link', { name: texts.openLink }));
  await page.waitForURL(/\/connect\//);
}

test('a phone is linked with its QR code', async () => {
  const walked = await openWalk(AT_A_DESK);
  const { page } = walked;
  const asked = page.waitForResponse((answer) => answer.url().includes('session-qr') && answer.ok());
  const dialog = await walked.begin('WhatsApp (linked device)');
  const label = `Palm ${uniqueDigits('')}`;
  await walked.type(dialog.getByLabel('Name'), label);
  await walked.press(dialog.getByRole('button', { name: 'Link a phone' }));
  await dialog.getByRole('img', { name: 'QR code for the phone' }).waitFor();
  const qr = /"qr":"([^"]+)"/.exec(await (await asked).text())?.[1] ?? '';
  const { number } = await walk.system.sandbox.devices.putPhone({ number: uniqueDigits('15') });
  await walk.system.sandbox.devices.scan(number, qr);
  await dialog.getByText('The phone is linked.').waitFor();
  await page.keyboard.press('Escape');
  await walked.expectConnected(new RegExp(label));
});

test('a number is connected in Meta’s popup, and registered with its PIN', async () => {
  const { name } = await makeNumber(walk.system);
  const walked = await openWalk(AT_A_DESK);
  const { page } = walked;
  await followLink(walked, 'WhatsApp Cloud API');
  const opened = page.waitForEvent('popup');
  await walked.press(page.getByRole('button', { name: POPUP_BUTTON }));
  const popup = await opened;
  await walked.choose(popup.getByRole('radio', { name: new RegExp(name) }));
  await Promise.all([popup.waitForEvent('close'), walked.press(popup.getByRole('button', { name: 'Finish' }))]);
  await walked.type(page.getByLabel('Six-digit PIN'), PIN);
  await walked.press(page.getByRole('button', { name: 'Register the number' }));
  await page.getByRole('status').getByText(walked.texts.done).waitFor();
  await walked.expectConnected(new RegExp(name));
});

test('a bot is connected by its token, with the keyboard alone', async () => {
  const username = `steps${uniqueDigits('')}_bot`;
  const token = `${uniqueDigits('7')}:${'s'.repeat(35)}`;
  await walk.system.sandbox.telegram.putBot({ token, username });
  const walked = await openWalk({ ...AT_A_DESK, byKeyboard: true });
  const dialog = await walked.begin('Telegram');
  await walked.type(dialog.getByLabel('Bot token'), token);
  await walked.press(dialog.getByRole('button', { name: 'Connect channel' }));
  await walked.expectConnected(new RegExp(username));
});

test('a page is connected in Facebook’s dialog, on a phone’s screen', async () => {
  const facebook = await makePage(walk.system);
  const walked = await openWalk({ locale: 'en-GB', width: 375 });
  const { page } = walked;
  await followLink(walked, 'Messenger');
  await walked.press(page.getByRole('link', { name: 'Continue to Facebook' }));
  const pages = page.getByRole('group', { name: 'Pages' });
  await pages.getByLabel(facebook.name).waitFor();
  for (const box of await pages.getByRole('checkbox').all()) await box.uncheck();
  await walked.choose(pages.getByLabel(facebook.name));
  await walked.press(page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('status').getByText(walked.texts.done).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
  await walked.expectConnected(new RegExp(facebook.name));
});

test('an Instagram account is connected with its own login, in Arabic', async () => {
  const id = uniqueDigits('178414');
  await walk.system.sandbox.graph.putLogin({ user_id: id, username: `steps.${id}` });
  const walked = await openWalk({ locale: 'ar', width: 1440 });
  const { page } = walked;
  await followLink(walked, 'إنستغرام');
  expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
  await walked.press(page.getByRole('link', { name: 'المتابعة إلى إنستغرام' }));
  await walked.choose(page.getByLabel(`@steps.${id}`));
  await walked.press(page.getByRole('button', { name: 'Allow' }));
  await page.getByRole('status').getByText(walked.texts.done).waitFor();
  await walked.expectConnected(new RegExp(`steps.${id}`));
});

test('a TikTok account is connected in TikTok’s dialog, with the keyboard alone', async () => {
  const account = await makeTiktok(walk.system);
  const walked = await openWalk({ ...AT_A_DESK, byKeyboard: true });
  const { page } = walked;
  await followLink(walked, 'TikTok');
  await walked.press(page.getByRole('link', { name: 'Continue to TikTok' }));
  await walked.choose(page.getByLabel(account.name));
  await walked.press(page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('status').getByText(walked.texts.done).waitFor();
  await walked.expectConnected(new RegExp(account.name));
});
