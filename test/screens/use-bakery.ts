import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { BROWSER_START_MS, startBrowser } from '../support/browser/browser.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { drawCake } from './draw-cake.ts';
import { ensureEmojiFont } from './ensure-emoji-font.ts';
import { type Bakery, openBakery } from './open-bakery.ts';

/** The bakery of a file of pictures, on a system of its own, and the browser that draws it. */
export interface BakeryDesk {
  system: System;
  browser: Browser;
  bakery: Bakery;
}

/** Opens the bakery before the file's first test. */
export function useBakery(): BakeryDesk {
  // safe: the hook below fills it before a test reads it
  const desk = {} as BakeryDesk;
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    await ensureEmojiFont();
    database = await createTestDatabase();
    [desk.system, desk.browser] = await Promise.all([
      startSystem('one-machine', { DATABASE_URL: database.url }),
      startBrowser(),
    ]);
    desk.bakery = await openBakery(desk.system, database, await drawCake(desk.browser));
  }, BROWSER_START_MS);
  afterAll(async () => {
    await desk.browser?.close();
    await desk.system?.stop();
    await database?.drop();
  });
  return desk;
}
