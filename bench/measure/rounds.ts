import { type Cost, costBetween, type Processes, readCost, totalOf } from './cost.ts';
import { type Figures, figuresOf, median, medianRatio, openLoop, saturate, show } from './measure.ts';

/** Parley, or the reference it is compared with. */
export interface Candidate {
  name: string;
  processes: Processes;
  /** One operation from outside; resolves with whether it succeeded. */
  call(): Promise<boolean>;
  /** Clears the arrivals, and waits for `count` new ones. Needed by operations that end at the customer. */
  arrivals?: { forget(): void; wait(count: number): Promise<readonly number[]> };
}

/** One candidate in one round. */
export interface Measured {
  answered: Figures;
  /** Delays until arrival at the customer; equal to `answered` if nothing arrives there. */
  done: Figures;
  /** Milliseconds of CPU per operation. */
  cost: Cost;
}

/** A pair of measurements, in sequence on the same machine. */
export interface Round {
  reference: Measured;
  parley: Measured;
}

/** Writes that follow an answer (batches of completions) belong to its operation. */
const SETTLE_MS = 500;

/** The load on a candidate: as fast as `connections` callers can, or at a fixed rate. */
export type Load = { connections: number; seconds: number } | { perSecond: number; seconds: number };

const runLoad = (load: Load, call: Candidate['call']): Promise<Figures> =>
  'connections' in load ? saturate(load.connections, load.seconds, call) : openLoop(load.perSecond, load.seconds, call);

/** Puts the load on the candidate, and waits for the writes and the arrivals that follow. */
export async function measure(candidate: Candidate, load: Load): Promise<Measured> {
  const { arrivals, processes, call } = candidate;
  arrivals?.forget();
  const before = await readCost(processes);
  const startedMs = performance.now();
  const answered = await runLoad(load, call);
  let done = answered;
  if (arrivals) {
    const delays = await arrivals.wait(answered.count);
    done = figuresOf(delays, (performance.now() - startedMs) / 1000, answered.count - delays.length);
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return { answered, done, cost: costBetween(before, await readCost(processes), answered.count) };
}

const microseconds = (ms: number): string => `${(ms * 1000).toFixed(0).padStart(6)} µs`;

/** CPU time per operation, as text. */
export const showCost = ({ own, postgres, bus }: Cost): string =>
  `CPU ${microseconds(own)} own ${microseconds(postgres)} PostgreSQL${bus > 0 ? ` ${microseconds(bus)} bus` : ''}`;

export function print({ name, arrivals }: Candidate, { answered, done, cost }: Measured): void {
  console.log(`${show(name, answered)}   ${showCost(cost)}`);
  if (arrivals) console.log(show('  at the customer', done));
}

/**
 * Measures both alternately, so that both see the same machine, and prints each. Every other round begins with Parley: a
 * drift of the machine within a round favours neither.
 */
export async function runRounds(
  candidates: { reference: Candidate; parley: Candidate },
  rounds: number,
  load: Load,
): Promise<Round[]> {
  const measureOne = async (name: keyof Round): Promise<Measured> => {
    const measured = await measure(candidates[name], load);
    print(candidates[name], measured);
    return measured;
  };
  const results: Round[] = [];
  for (let at = 0; at < rounds; at++) {
    if (at % 2 === 0) {
      const reference = await measureOne('reference');
      results.push({ reference, parley: await measureOne('parley') });
    } else {
      const parley = await measureOne('parley');
      results.push({ reference: await measureOne('reference'), parley });
    }
  }
  return results;
}

/** The smallest and the largest ratio of a round's CPU per operation, as text: a wide span means a busy machine. */
export function spanOf(rounds: readonly Round[]): string {
  const ratios = rounds.map(({ reference, parley }) => totalOf(parley.cost) / totalOf(reference.cost));
  return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
}

/** Parley's CPU per operation relative to the reference's, medians over the rounds. */
export function ratiosOf(rounds: readonly Round[]) {
  const ratio = (figure: (of: Measured) => number): string => medianRatio(rounds, figure).toFixed(2);
  const busMs = median(rounds.map(({ parley }) => parley.cost.bus));
  return {
    throughput: ratio(({ done }) => done.perSecond),
    own: ratio(({ cost }) => cost.own),
    postgres: ratio(({ cost }) => cost.postgres),
    together: ratio(({ cost }) => totalOf(cost)),
    answerP99: ratio(({ answered }) => answered.p99Ms),
    doneP99: ratio(({ done }) => done.p99Ms),
    bus: busMs > 0 ? `, the bus ${microseconds(busMs).trim()} of CPU each` : '',
  };
}

/** p50 of both until the answer or until the customer, medians of the rounds, as text. */
export function p50Of(rounds: readonly Round[], until: 'answered' | 'done', goalMs?: number): string {
  const middle = (name: keyof Round): string => median(rounds.map((round) => round[name][until].p50Ms)).toFixed(1);
  const goal = goalMs === undefined ? '' : `goal ≤ ${goalMs}, `;
  return `p50 ${middle('parley')} ms (${goal}reference ${middle('reference')})`;
}

/** Parley's CPU per operation, medians of the rounds, as text. */
export function costOfParley(rounds: readonly Round[]): string {
  const middle = (part: (of: Cost) => number): string =>
    median(rounds.map(({ parley }) => part(parley.cost))).toFixed(2);
  return `Parley ${middle(({ own }) => own)} ms, PostgreSQL ${middle(({ postgres }) => postgres)} ms`;
}

/** CPU of all Parley's processes per operation in milliseconds, median of the rounds. */
export const parleyCost = (rounds: readonly Round[]): number =>
  median(rounds.map(({ parley }) => totalOf(parley.cost)));

/** Half of Parley's throughput at saturation, per second; both candidates are measured at that rate. */
export const halfOf = (rounds: readonly Round[]): number =>
  Math.max(1, Math.floor(median(rounds.map(({ parley }) => parley.done.perSecond)) / 2));
