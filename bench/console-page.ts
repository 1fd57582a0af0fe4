import type { Browser, CDPSession, Page } from 'playwright-core';

const SLOW_DOWN = 4;
/** Frames that took longer than this are reported by the browser itself. */
export const LONG_FRAME_MS = 50;

const WATCH = `
globalThis.watched = { firstListMs: null, shift: 0, frames: 0, long: [], keys: [] };
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
observe('event', (entry) => { if (entry.name === 'keydown') watched.keys.push(entry.duration); }, { durationThreshold: 16 });
`;

/** What the page noted of itself. */
export interface Watched {
  /** From the navigation to the frame that shows the first conversation. */
  firstListMs: number | null;
  shift: number;
  frames: number;
  /** Frames over 50 ms. */
  long: { ms: number; script: string }[];
  /** From a key to the next paint; of those over 16 ms. */
  keys: number[];
}

export interface WatchedPage {
  page: Page;
  cdp: CDPSession;
  read(): Promise<Watched>;
  /** What the page's main thread has used of the processor, in ms: what other programs do meanwhile does not count. */
  cpuMs(): Promise<number>;
  /** Forgets frames and keys. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

interface Visit {
  origin: string;
  cookie: string;
  isSlow: boolean;
}

/** A desk's window of a browser without a cache, on a processor that is four times as slow where it shall be. */
export async function openWatched(browser: Browser, { origin, cookie, isSlow }: Visit): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (isSlow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  return {
    page,
    cdp,
    async cpuMs() {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    },
    read: () => page.evaluate('watched'),
    forget: async () => void (await page.evaluate('Object.assign(watched, { frames: 0, long: [], keys: [] }), null')),
    close: () => context.close(),
  };
}
