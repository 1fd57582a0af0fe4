import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

interface Axe {
  run(options: { rules: Record<string, { enabled: boolean }> }): Promise<AxeResults>;
}

/** A colour on its way to another has a contrast of its own. As text: what it uses is the browser's. */
const END_OF_TRANSITIONS =
  'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)';

/** What axe finds wrong with the page as it is, one line an element; run past the page's own policy, and without some rules. */
export async function findAccessibilityProblems(page: Page, without: readonly string[] = []): Promise<string[]> {
  // Half a megabyte: it is sent once to each page.
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

/** How far the page is wider than its window: 0 where nothing has to be scrolled sideways. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const WATCH_SHIFTS = `globalThis.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.layoutShift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Adds up how far what is seen moves by itself, from the next page on. */
export const watchLayoutShift = (page: Page): Promise<unknown> => page.addInitScript(WATCH_SHIFTS);

/** The sum so far: at least the cumulative layout shift (CLS) of the page. */
export const layoutShiftOf = (page: Page): Promise<number> => page.evaluate('globalThis.layoutShift');
