import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';

const SLOW_DOWN = 4;
const WAIT_POLL_MS = 200;
/** The browser itself reports frames that took longer than this. */
export const LONG_FRAME_MS = 50;

const WATCH = `
globalThis.watched = { firstListMs: null, shift: 0, frames: 0, long: [], keys: [], marks: [] };
const look = () => {
  if (document.querySelector('section[aria-label="Conversations"] li')) watched.firstListMs = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
const count = () => { watched.frames++; requestAnimationFrame(count); };
requestAnimationFrame(count);
const observe = (type, take, more) =>
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) take(entry); }).observe({ type, buffered: true, ...more });
observe('layout-shift', (entry) => { if (!entry.hadRecentInput) watched.shift += entry.value; });
observe('long-animation-frame', (entry) => watched.long.push({
  ms: entry.duration,
  script: entry.scripts.map(({ invoker, duration, sourceFunctionName }) => invoker + ' ' + sourceFunctionName + ' ' + Math.round(duration)).join(', '),
}));
let pressedMs = null;
addEventListener('keydown', ({ timeStamp }) => { pressedMs = timeStamp; }, true);
const marked = () => {
  if (pressedMs !== null) watched.marks.push(performance.now() - pressedMs);
  pressedMs = null;
};
new MutationObserver(marked).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-current'] });
observe('event', (entry) => { if (entry.name === 'keydown') watched.keys.push(entry.duration); }, { durationThreshold: 16 });
`;

/** Measurements that the page records about itself. */
export interface Watched {
  /** From the navigation to the frame that shows the first conversation. */
  firstListMs: number | null;
  shift: number;
  frames: number;
  /** Frames over 50 ms. */
  long: { ms: number; script: string }[];
  /** From a key to the next paint; only those over 16 ms. */
  keys: number[];
  /** From a key to the change that marks another row as the current one. */
  marks: number[];
}

export interface WatchedPage {
  page: Page;
  cdp: CDPSession;
  read(): Promise<Watched>;
  /** CPU time of the page's main thread, in ms; other programs do not affect it. */
  cpuMs(): Promise<number>;
  /** Waits for the first conversation without querying the page often, because each query takes its time. */
  waitForList(): Promise<void>;
  /** Clears the recorded frames and keys. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

interface Visit {
  origin: string;
  cookie: string;
  isSlow: boolean;
}

/** A desktop window without a cache; `isSlow` makes its processor four times as slow. */
export async function openWatched(browser: Browser, { origin, cookie, isSlow }: Visit): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  });
  const pairs = cookie.split('; ').map((pair) => pair.split('='));
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: origin })));
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (isSlow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  const read = (): Promise<Watched> => page.evaluate('watched');
  return {
    page,
    cdp,
    async cpuMs() {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    },
    read,
    async waitForList() {
      while ((await read()).firstListMs === null) await pause(WAIT_POLL_MS);
    },
    forget: async () =>
      void (await page.evaluate('Object.assign(watched, { frames: 0, long: [], keys: [], marks: [] }), null')),
    close: () => context.close(),
  };
}
