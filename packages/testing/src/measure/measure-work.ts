/** CPU time of a piece of work in this process, in microseconds; the process must do nothing else. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const ATTEMPTS = 5;
const LIST = JSON.stringify(Array.from({ length: 2 ** 19 }, () => 0));

/** The least CPU time of some attempts, the first of at most `enough` included: other work only adds to it. */
function leastOf(work: () => void, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > enough; attempt++) least = Math.min(least, cpuOf(work));
  return least;
}

/**
 * How often a megabyte of JSON, or the input itself, could be parsed in the CPU time of the work; at least 1. That is a
 * few milliseconds, which each body costs anyway.
 */
export function makeMeasure(): (work: () => void, input?: unknown) => number {
  const list = leastOf(() => void JSON.parse(LIST), 0);
  const references = new WeakMap<object, number>();
  /** Parsing many names takes longer than parsing many numbers. */
  const referenceOf = (input: unknown): number => {
    if (typeof input !== 'object' || input === null) return list;
    const json = JSON.stringify(input);
    const own = references.get(input) ?? leastOf(() => void JSON.parse(json), list);
    references.set(input, own);
    return Math.max(list, own);
  };
  return (work, input) => {
    const least = leastOf(work, list);
    return least <= list ? 1 : Math.round((10 * least) / referenceOf(input)) / 10;
  };
}
