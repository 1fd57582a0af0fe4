import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { BROWSER_START_MS, openWindow, type Visit } from '../browser/browser.ts';
import { browserTest } from '../browser/browser-fixtures.ts';
import type { System } from '../system/system.ts';

/** The shared system, and a desktop window for each test. */
export interface ConsoleDesk {
  system: System;
  browser: Browser;
  visit: Visit;
}

/** Opens the windows. A test fails on a script error, and on a violation of the page's policy. */
export function openDesk(): ConsoleDesk {
  // safe: the hooks below fill it before a test reads it
  const desk = {} as ConsoleDesk;
  browserTest.beforeAll(({ browser, system }) => {
    Object.assign(desk, { browser, system });
  }, BROWSER_START_MS);
  beforeEach(async () => {
    desk.visit = await openWindow(desk.browser, { locale: 'en-GB' });
    await desk.visit.page.setViewportSize({ width: 1440, height: 900 });
  });
  afterEach(async () => {
    expect(desk.visit.problems).toEqual([]);
    await desk.visit.context.close();
  });
  return desk;
}
