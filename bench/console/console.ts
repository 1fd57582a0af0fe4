import pg from 'pg';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../../test/support/browser/browser.ts';
import { joinTenant } from '../../test/support/console/console-browser.ts';
import { figuresOf, median } from '../measure/measure.ts';
import type { BenchOptions } from '../options.ts';
import { FILL_SETTINGS } from '../system/fill-rows.ts';
import { ADMIN_TOKEN, customerNumber, customerText, openHook } from '../system/parley.ts';
import { withSystem } from '../system/system.ts';
import { LONG_FRAME_MS, openWatched, type Watched, type WatchedPage } from './console-page.ts';
import { fillInbox, LONG_THREAD_ID, LONG_THREAD_NUMBER } from './fill-inbox.ts';

const CONVERSATIONS = 100_000;
const THREAD = 50_000;
const LOADS = 5;
const KEYS = 60;
const WALK = 30;
const WALK_MS = 700;
/** Speed of a quick swipe. */
const SWIPE_PX_PER_SECOND = 2000;
const STEP_PX = 600;
const STEP_MS = 60;
const EVENTS_PER_SECOND = 5;
/** One in this many events belongs to the open conversation. */
const OPEN_EVERY = 5;
const NO_HOOK = 'http://127.0.0.1:9/hook';

type Open = (isSlow: boolean) => Promise<WatchedPage>;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function measureLoads(open: Open): Promise<void> {
  const lists: number[] = [];
  const costs: number[] = [];
  let shift = 0;
  for (let at = 0; at < LOADS; at++) {
    const watched = await open(true);
    await watched.page.goto('/console/inbox', { waitUntil: 'commit' });
    await watched.waitForList();
    const { firstListMs, shift: moved } = await watched.read();
    costs.push(await watched.cpuMs());
    lists.push(firstListMs ?? Number.POSITIVE_INFINITY);
    shift = Math.max(shift, moved);
    await watched.close();
  }
  console.log(
    `bench console: first list ${median(lists).toFixed(0)} ms (goal ≤ 1000), best ${Math.min(...lists).toFixed(0)} ms, CPU of the page ${median(costs).toFixed(0)} ms, layout shift ${shift.toFixed(4)} (goal < 0.05); median of ${LOADS} loads without a cache, 4 × slower`,
  );
}

async function measureKeys({ page, read, forget }: WatchedPage): Promise<void> {
  await page.goto(`/console/inbox?id=${LONG_THREAD_ID}`);
  const field = page.getByRole('textbox', { name: 'Answer' });
  await field.focus();
  await wait(2000);
  await forget();
  await page.keyboard.type('x'.repeat(KEYS), { delay: 100 });
  await wait(1000);
  const { keys } = await read();
  // The browser reports only key presses over 16 ms.
  const all = [...keys, ...Array.from({ length: Math.max(0, KEYS - keys.length) }, () => 16)];
  const { p50Ms, p99Ms } = figuresOf(all, 1);
  console.log(`bench console: keystroke p50 ${p50Ms} ms, slowest ${p99Ms} ms (goal ≤ 50); ${KEYS} keys, 4 × slower`);
}

/** Walks down the list with `j`. Each step waits until the conversation is shown, as a reader does. */
async function measureWalk({ page, read, forget, waitForList }: WatchedPage): Promise<void> {
  await page.goto('/console/inbox', { waitUntil: 'commit' });
  await waitForList();
  for (let step = 0; step <= WALK; step++) {
    if (step === 1) await forget();
    await page.keyboard.press('j');
    await wait(WALK_MS);
  }
  const { marks, keys } = await read();
  const { p50Ms, p99Ms } = figuresOf(marks, 1);
  console.log(
    `bench console: j marks its row after p50 ${p50Ms.toFixed(0)} ms, slowest ${p99Ms.toFixed(0)} ms (goal ≤ 20), painted after p50 ${figuresOf(keys, 1).p50Ms} ms; ${marks.length} of ${WALK}, 4 × slower`,
  );
}

interface Scroll {
  what: string;
  region: string;
  /** Pixels per step; negative scrolls up. */
  stepPx: number;
  seconds: number;
}

const SCROLLS = [
  { what: 'thread', region: '[role=log]', stepPx: -STEP_PX },
  { what: 'conversations', region: 'section[aria-label="Conversations"]', stepPx: STEP_PX },
] as const;

function printFrames(what: string, { frames, long }: Watched): void {
  const worst = long.toSorted((a, b) => b.ms - a.ms);
  console.log(
    `bench console: ${what}: ${long.length} of ${frames} frames over ${LONG_FRAME_MS} ms (goal 0), longest ${(worst[0]?.ms ?? 0).toFixed(0)} ms; 4 × slower`,
  );
  for (const { ms, script } of worst.slice(0, 5)) console.log(`    ${ms.toFixed(0)} ms: ${script}`);
}

/** Scrolls as a finger does: a little with each frame. */
async function measureSwipe({ page, cdp, read, forget }: WatchedPage, { what, region, stepPx, seconds }: Scroll) {
  const box = await page.locator(region).boundingBox();
  if (!box) throw new Error(`There is no ${region}.`);
  await forget();
  const yDistance = -Math.sign(stepPx) * SWIPE_PX_PER_SECOND * seconds;
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await cdp.send('Input.synthesizeScrollGesture', { ...from, yDistance, speed: SWIPE_PX_PER_SECOND });
  printFrames(`swiping through ${what}, ${SWIPE_PX_PER_SECOND} px a second for ${seconds} s`, await read());
}

/** Scrolls for the given time, by leaps that replace most of the visible rows. */
async function measureLeaps({ page, read, forget, cpuMs }: WatchedPage, { what, region, stepPx, seconds }: Scroll) {
  await page.locator(region).hover();
  await forget();
  const untilMs = performance.now() + seconds * 1000;
  const costs: number[] = [];
  for (let before = await cpuMs(); performance.now() < untilMs; ) {
    await page.mouse.wheel(0, stepPx);
    await wait(STEP_MS);
    const after = await cpuMs();
    costs.push(after - before);
    before = after;
  }
  const watched = await read();
  const { p50Ms, p99Ms } = figuresOf(costs, 1);
  console.log(
    `bench console: leaping through ${what}: CPU of the page a leap of ${Math.abs(stepPx)} px p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, of ${costs.length}`,
  );
  printFrames(`leaping through ${what}, ${seconds} s`, watched);
}

/** Scrolls to the end of the list, page after page; prints how long it is. */
async function reachEnd({ page }: WatchedPage, { what, region, stepPx, seconds }: Scroll): Promise<void> {
  const startedMs = performance.now();
  const { px } = await page.locator(region).evaluate(
    async (element, { isUp, untilMs }) => {
      let [px, changedMs] = [0, 0];
      for (let passedMs = 0; passedMs < untilMs && passedMs - changedMs < 5000; passedMs += 50) {
        element.scrollTop = isUp ? 0 : element.scrollHeight;
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (element.scrollHeight !== px) changedMs = passedMs;
        px = element.scrollHeight;
      }
      return { px };
    },
    { isUp: stepPx < 0, untilMs: seconds * 1000 },
  );
  const took = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`bench console: ${what}: ${px} px are read after ${took} s`);
}

/** The growth of the heap by least squares, in MB per hour. */
function slopeOf(samples: readonly { minute: number; mb: number }[]): number {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [minute, mb] = [mean(samples.map((each) => each.minute)), mean(samples.map((each) => each.mb))];
  const above = samples.reduce((sum, each) => sum + (each.minute - minute) * (each.mb - mb), 0);
  const below = samples.reduce((sum, each) => sum + (each.minute - minute) ** 2, 0);
  return below === 0 ? 0 : (above / below) * 60;
}

/** Measures the page with an open conversation while customers write: its heap after each garbage collection. */
async function measureMemory({ page, cdp }: WatchedPage, origins: readonly string[], minutes: number): Promise<void> {
  await page.goto(`/console/inbox?id=${LONG_THREAD_ID}`);
  await page.getByRole('textbox', { name: 'Answer' }).waitFor();
  const hook = openHook(origins, 4);
  const samples: { minute: number; mb: number }[] = [];
  const sample = async (minute: number): Promise<void> => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
    samples.push({ minute, mb: usedSize / 1e6 });
    console.log(
      `    ${minute.toFixed(1).padStart(5)} min  ${(usedSize / 1e6).toFixed(1).padStart(6)} MB  ${nodes} nodes  ${jsEventListeners} listeners`,
    );
  };
  const startedMs = performance.now();
  const everyMs = Math.min(60_000, (minutes * 60_000) / 6);
  for (let sent = 0, nextMs = 0; ; sent++) {
    const passedMs = performance.now() - startedMs;
    if (passedMs >= nextMs) {
      await sample(passedMs / 60_000);
      nextMs += everyMs;
    }
    if (passedMs >= minutes * 60_000) break;
    const from = sent % OPEN_EVERY === 0 ? LONG_THREAD_NUMBER : customerNumber(sent);
    await hook.post([customerText(from, `Message ${sent} of a customer.`)]);
    await wait(startedMs + ((sent + 1) * 1000) / EVENTS_PER_SECOND - performance.now());
  }
  await hook.close();
  const half = samples.slice(Math.floor(samples.length / 2));
  console.log(
    `bench console: heap ${samples[0]?.mb.toFixed(1)} MB at first, ${samples.at(-1)?.mb.toFixed(1)} MB after ${minutes} min of ${EVENTS_PER_SECOND} events a second; ${slopeOf(half).toFixed(1)} MB an hour in the second half (goal: bounded)`,
  );
}

/** The console in a real Chromium, over a full inbox: its first list, keys, scrolling, and the memory of its page. */
export async function benchConsole({ quick, minutes }: BenchOptions): Promise<void> {
  const wanted = { cluster: false, platform: false, rows: null, dataDir: '', webhookUrl: NO_HOOK };
  await withSystem(wanted, async ({ parley, postgres }) => {
    const pool = new pg.Pool({ connectionString: postgres.url, max: 2, options: FILL_SETTINGS });
    const share = quick ? 10 : 1;
    await fillInbox(pool, CONVERSATIONS / share, THREAD / share).finally(() => pool.end());
    const [origin = ''] = parley.origins;
    const { browser: member } = await joinTenant({ origin, adminToken: ADMIN_TOKEN }, parley.slug, 'owner');
    const chromium: Browser = await startBrowser();
    try {
      const open: Open = (isSlow) => openWatched(chromium, { origin, cookie: member.cookie, isSlow });
      await measureLoads(open);
      const slow = await open(true);
      await measureWalk(slow);
      await measureKeys(slow);
      const seconds = quick ? 10 : 30;
      for (const { what, region, stepPx } of SCROLLS) {
        await measureSwipe(slow, { what, region, stepPx, seconds });
        await measureLeaps(slow, { what, region, stepPx, seconds });
        await reachEnd(slow, { what, region, stepPx, seconds: quick ? 30 : 600 });
        const back = { what: `${what}, back from the end`, region, stepPx: -stepPx, seconds };
        await measureSwipe(slow, back);
        await measureLeaps(slow, back);
      }
      await slow.close();
      const plain = await open(false);
      await measureMemory(plain, parley.origins, minutes);
      await plain.close();
    } finally {
      await chromium.close();
    }
  });
}
