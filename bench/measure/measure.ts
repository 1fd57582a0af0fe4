/** Latencies of one measurement. */
export interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  count: number;
  failed: number;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Figures of latencies in milliseconds, collected over `seconds`. */
export function figuresOf(latenciesMs: readonly number[], seconds: number, failed = 0): Figures {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  return {
    perSecond: sorted.length / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    count: sorted.length,
    failed,
  };
}

/** Keeps `concurrency` calls running for `seconds`; `call` resolves with whether it succeeded. */
export async function saturate(concurrency: number, seconds: number, call: () => Promise<boolean>): Promise<Figures> {
  const latencies: number[] = [];
  let failed = 0;
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let beganMs = performance.now(); beganMs < endMs; beganMs = performance.now()) {
        if (await call()) latencies.push(performance.now() - beganMs);
        else failed++;
      }
    }),
  );
  return figuresOf(latencies, (performance.now() - startedMs) / 1000, failed);
}

/** Starts `perSecond` calls a second for `seconds`, whether or not earlier ones have ended. */
export async function openLoop(perSecond: number, seconds: number, call: () => Promise<boolean>): Promise<Figures> {
  const wanted = Math.round(perSecond * seconds);
  const latencies: number[] = [];
  const startedMs = performance.now();
  const running: Promise<void>[] = [];
  for (let begun = 0; begun < wanted; begun++) {
    const waitMs = startedMs + (begun * 1000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const beganMs = performance.now();
    running.push(call().then((ok) => void (ok && latencies.push(performance.now() - beganMs))));
  }
  await Promise.all(running);
  return figuresOf(latencies, seconds, wanted - latencies.length);
}

export const show = (name: string, { perSecond, p50Ms, p99Ms, count, failed }: Figures): string =>
  `${name.padEnd(34)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${p50Ms.toFixed(1).padStart(6)} ms   p99 ${p99Ms.toFixed(1).padStart(6)} ms   ${count} ok, ${failed} failed`;

/** The median; for an even number of values the upper one of the middle two. */
export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** The median of the ratios of each round's pair of figures: a slow round of the machine affects both. */
export const medianRatio = <T>(rounds: readonly { reference: T; parley: T }[], figure: (of: T) => number): number =>
  median(rounds.map(({ reference, parley }) => figure(parley) / figure(reference)));
