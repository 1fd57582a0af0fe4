import { pollUntil } from '@parley/testing/poll-until';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openWindow, type Visit } from '../browser/browser.ts';
import type { System } from '../system/system.ts';
import { type TestTenant, uniqueDigits } from '../tenants/client.ts';
import { webhookOf } from '../webhooks/expectations.ts';

/** A session of a linked device, as returned by create-session. */
export interface Session {
  session_token: string;
  account_id: number;
  pair_url: string;
}

/** Actions of a test on a session's hosted page, and on the phone that links. */
export interface PairPages {
  newSession(label?: string): Promise<Session>;
  /** A phone on the emulated network; returns the digits of its number. */
  newPhone(): Promise<string>;
  open(session: Session, locale?: string): Promise<Visit>;
  /** Waits until the page shows the session's current QR; returns its text on the network. */
  shownQr(page: Page, session: Session): Promise<string>;
  connectedWebhook(session: Session): ReturnType<typeof webhookOf>;
  /** Cuts the network; resolves when the session waits for a phone again, with a new QR. */
  replaceConnection(session: Session): Promise<void>;
}

/** The source of the QR that the page shows. */
export const pictureOf = (page: Page): Promise<string | null> => page.getByAltText('QR code').getAttribute('src');

/** Waits for the page's final heading: the outcome of the session. */
export const seeEnding = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor();

/** Errors of the page, without error answers of the product. */
export const problemsOf = ({ problems }: Visit): string[] =>
  problems.filter((text) => !text.startsWith('Failed to load'));

/** Asserts that a narrow phone needs no scrolling sideways. */
export async function expectNothingSticksOut(page: Page): Promise<void> {
  // A heading is there before the style sheet.
  await page.waitForLoadState('load');
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(375);
}

/** Opens the hosted pages of a tenant's sessions in a browser. */
export function makePairPages(system: System, tenant: TestTenant, browser: Browser): PairPages {
  const qrNow = async ({ session_token }: Session): Promise<string | null> => {
    const { body } = await tenant.get('session-qr', { session_token });
    return body.ok ? body.qr : null;
  };
  return {
    async newSession(label = 'Palm Bakery') {
      const { status, body } = await tenant.post('create-session', { label });
      expect(status).toBe(200);
      return body;
    },
    newPhone: async () => (await system.sandbox.devices.putPhone({ number: uniqueDigits('15') })).number,
    async open(session, locale = 'en-GB') {
      const visit = await openWindow(browser, { locale });
      await visit.page.goto(session.pair_url);
      return visit;
    },
    shownQr: (page, { session_token }) =>
      pollUntil(
        async () => {
          const { body } = await tenant.get('session-qr', { session_token });
          return body.ok && (await pictureOf(page)) === body.image ? body.qr : null;
        },
        { what: () => 'the page to show the QR of its session', everyMs: 200 },
      ),
    connectedWebhook: ({ account_id }) =>
      webhookOf(tenant, 'channel.connected', (data) => data.account_id === account_id),
    async replaceConnection(session) {
      const before = await pollUntil(() => qrNow(session), { what: () => 'a QR' });
      await system.sandbox.devices.cut(200);
      const other = async () => ((await qrNow(session)) ?? before) !== before || null;
      await pollUntil(other, { what: () => 'another QR', everyMs: 200 });
    },
  };
}
