import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';

const require = createRequire(import.meta.url);

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

interface Axe {
  run(options: { rules: Record<string, { enabled: boolean }> }): Promise<AxeResults>;
}

/** A colour in transition has a contrast that no theme defines. A string, because the code runs in the browser. */
const END_OF_TRANSITIONS =
  'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)';

/**
 * The problems that axe finds on the page, one line per element; it bypasses the page's own policy, and skips the rules
 * in `without`.
 */
export async function findAccessibilityProblems(page: Page, without: readonly string[] = []): Promise<string[]> {
  // Half a megabyte, so it is sent only once to each page.
  const script = (await page.evaluate<boolean>("'axe' in globalThis"))
    ? ''
    : await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(END_OF_TRANSITIONS);
  const { violations } = await page.evaluate(
    async ([code, disabled]): Promise<AxeResults> => {
      const scope = globalThis as unknown as { eval(code: string): void; axe?: Axe }; // safe: a browser's window
      if (!scope.axe) scope.eval(code);
      if (!scope.axe) throw new Error('axe did not start.');
      return scope.axe.run({ rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])) });
    },
    [script, without] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

/** How much wider the page is than its window, in px; 0 if nothing scrolls sideways. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * Finds strings that need more room than their element has. An element that cuts its text with an ellipsis or scrolls means to,
 * and one of a pixel is for screen readers. A string, because the code runs in the browser.
 */
const FIND_WIDE_TEXTS = `[...document.querySelectorAll('body *')]
  .filter((element) => {
    const hasText = [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
    if (!hasText || !element.checkVisibility() || element.clientWidth <= 1) return false;
    const { textOverflow, overflowX } = getComputedStyle(element);
    if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') return false;
    return element.scrollWidth > element.clientWidth + 1 && !element.closest('pre');
  })
  .map((element) => element.textContent.trim() + ' (' + element.scrollWidth + ' px in ' + element.clientWidth + ')')`;

/** The strings of the page that are wider than their element, with both widths. */
export const wideTextsOf = (page: Page): Promise<string[]> => page.evaluate(FIND_WIDE_TEXTS);

/** Positions on the page may be fractions of a pixel. */
const ROUNDING_PX = 1;

/** Whether a scrolling area shows the whole height of an element. */
export async function isWithin(element: Locator, area: Locator): Promise<boolean> {
  const [inner, outer] = await Promise.all([element.boundingBox(), area.boundingBox()]);
  if (!inner || !outer) return false;
  const [above, below] = [outer.y - inner.y, inner.y + inner.height - (outer.y + outer.height)];
  return above <= ROUNDING_PX && below <= ROUNDING_PX;
}

const WATCH_SHIFTS = `globalThis.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.layoutShift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Adds up unexpected layout shifts, from the next page on. */
export const watchLayoutShift = (page: Page): Promise<unknown> => page.addInitScript(WATCH_SHIFTS);

/** The sum so far: at least the cumulative layout shift (CLS) of the page. */
export const layoutShiftOf = (page: Page): Promise<number> => page.evaluate('globalThis.layoutShift');
