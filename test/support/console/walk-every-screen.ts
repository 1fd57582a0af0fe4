import { casesOf } from '@parley/testing/tier';
import { describe, expect, test } from 'vitest';
import { findAccessibilityProblems, layoutShiftOf, overflowOf, watchLayoutShift } from '../browser/check-page.ts';
import { useLook, walkConsole } from './console-walk.ts';

/** Paths of the owner's screens. */
export const OWNERS_SCREENS = [
  '',
  '/inbox',
  '/comments',
  '/search',
  '/channels',
  '/templates',
  '/keys',
  '/webhooks',
  '/platform-webhook',
  '/bots',
  '/requests',
  '/usage',
  '/credit',
  '/members',
  '/notifications',
  '/audit',
  '/canned-replies',
  '/settings',
  '/account',
];

/** Budget for cumulative layout shift (CLS). */
const LAYOUT_SHIFT_MAX = 0.05;

/** Themes in the order in which the runs of successive commits take them: one run has both, in different languages. */
const THEMES = { en: ['light', 'dark'], ar: ['dark', 'light'] } as const;

/**
 * Checks every screen in a language: a short run in one theme, and the next commit's in the other.
 */
export function walkEveryScreen(language: 'en' | 'ar'): void {
  const walk = walkConsole();
  const { signIn, signInAsOperator } = walk;

  describe.each(casesOf(THEMES[language], 2))(`in ${language}, %s`, (theme) => {
    const look = { language, theme };

    test('every screen has no axe problem, fits, and does not shift while it loads, at the width of a phone and of a desktop', {
      timeout: 300_000,
    }, async () => {
      const page = await signIn();
      await watchLayoutShift(page);
      await useLook(page, look);
      // A page is loaded at its first width: one in English, the other in Arabic.
      const widths = language === 'ar' ? [375, 1440] : [1440, 375];
      const found: string[] = [];
      for (const path of OWNERS_SCREENS) {
        await page.setViewportSize({ width: widths[0] ?? 0, height: 900 });
        await page.goto(`${walk.system.origin}/console${path}`);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.getByRole('status').first().waitFor({ state: 'detached' });
          expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
          if ((await overflowOf(page)) > 0) found.push(`${path} at ${width} is wider than its window`);
          const problems = await findAccessibilityProblems(page);
          found.push(...problems.map((problem) => `${path} at ${width}: ${problem}`));
          const shift = width === widths[0] ? await layoutShiftOf(page) : 0;
          if (shift >= LAYOUT_SHIFT_MAX) found.push(`${path} at ${width} moves by ${shift} while it loads`);
        }
      }
      expect(found).toEqual([]);
    });

    test('the sign-in page, the dialogs and the operator’s tenants have no axe problem', async () => {
      const { page } = walk.visit;
      const found: string[] = [];
      const lookAt = async (what: string): Promise<void> => {
        for (const width of [1440, 375]) {
          await page.setViewportSize({ width, height: 900 });
          if ((await overflowOf(page)) > 0) found.push(`${what} at ${width} is wider than its window`);
          found.push(...(await findAccessibilityProblems(page)).map((problem) => `${what} at ${width}: ${problem}`));
        }
        await page.setViewportSize({ width: 1440, height: 900 });
      };
      const lookAtDialog = async (path: string): Promise<void> => {
        await page.goto(`${walk.system.origin}/console${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('status').first().waitFor({ state: 'detached' });
        await page.getByRole('main').getByRole('button').first().click();
        await page.getByRole('dialog').waitFor();
        await lookAt(`${path}, dialog`);
      };
      await page.goto(`${walk.system.origin}/console/sign-in`);
      await useLook(page, look);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await lookAt('/sign-in');
      await useLook(page, { language: 'en' });
      await signIn();
      await useLook(page, look);
      for (const path of ['/keys', '/channels', '/members', '/notifications', '/bots']) await lookAtDialog(path);
      await page.goto(`${walk.system.origin}/console/channels`);
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await page.getByRole('main').getByRole('heading', { level: 2 }).nth(1).waitFor();
      await page.getByRole('status').first().waitFor({ state: 'detached' });
      await lookAt('a channel');
      await page.context().clearCookies();
      await page.goto(`${walk.system.origin}/console/sign-in`);
      await useLook(page, { language: 'en' });
      await signInAsOperator();
      await useLook(page, look);
      await page.getByRole('row').nth(1).waitFor();
      await lookAt('/tenants');
      for (const path of ['/system', '/devices', '/stuck-webhooks', `/tenants/${walk.tenant.slug}`]) {
        await page.goto(`${walk.system.origin}/console${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('status').first().waitFor({ state: 'detached' });
        await lookAt(path);
      }
      await lookAtDialog('/tenants');
      expect(found).toEqual([]);
    });
  });
}
