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

/** Figures of latencies in milliseconds that came in `seconds`. */
export function figuresOf(latenciesMs: number[], seconds: number, failed = 0): Figures {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  return {
    perSecond: sorted.length / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    count: sorted.length,
    failed,
  };
}

/** Keeps `concurrency` calls going for `seconds`; `call` answers whether it succeeded. */
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

export const show = (name: string, { perSecond, p50Ms, p99Ms, count, failed }: Figures): string =>
  `${name.padEnd(34)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${p50Ms.toFixed(1).padStart(6)} ms   p99 ${p99Ms.toFixed(1).padStart(6)} ms   ${count} ok, ${failed} failed`;

export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
