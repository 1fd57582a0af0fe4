import { request } from 'undici';
import { isRunning, runningVictims } from './process-tree.ts';

/** A process of the product, by its name. */
export interface RunningPart {
  name: string;
  pid: number;
}

export interface PartReadiness {
  /** Lists the processes; each of them must come back after a kill. */
  list(): Promise<RunningPart[]>;
  /** Names the processes that do not run or are not ready yet; empty when the whole system works. */
  findMissing(): Promise<string[]>;
}

/** The address that returns 200 once a process works, and the expected text if several processes share the address. */
export interface PartAddress {
  url: string;
  containing: string;
}

async function read(url: string): Promise<string | null> {
  try {
    const answer = await request(url, { headersTimeout: 2000 });
    const text = await answer.body.text();
    return answer.statusCode === 200 ? text : null;
  } catch {
    return null;
  }
}

/** Whether a server answers at an address, with any status. */
export async function answersAt(url: string): Promise<boolean> {
  try {
    const answer = await request(url, { headersTimeout: 2000 });
    await answer.body.dump();
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks whether every process of a system runs and is ready. The gateways' own /readyz covers only `accounts`: a test
 * that kills another service right after a restart would find no process of it.
 *
 * `listParts` lists the processes; `addressOf` returns null for a process without an address.
 */
export function watchParts(
  listParts: () => Promise<RunningPart[]>,
  addressOf: (part: RunningPart) => PartAddress | null,
): PartReadiness {
  /** The processes that have been seen, each of which must come back. */
  const known = new Set<string>();
  /** The process ids that were ready; a replacement must become ready too. */
  const answered = new Map<string, number>();

  const answers = async (part: RunningPart): Promise<boolean> => {
    const { name, pid } = part;
    const address = addressOf(part);
    if (address === null || answered.get(name) === pid) return true;
    const isReady = (await read(address.url))?.includes(address.containing) ?? false;
    if (isReady) answered.set(name, pid);
    return isReady;
  };

  return {
    async list() {
      const listed = await listParts();
      for (const { name } of listed) known.add(name);
      return listed;
    },
    async findMissing() {
      // A signal takes time on a busy machine: until then the victim is still listed, and alive.
      const victims = runningVictims();
      if (victims.length > 0) return victims.map((pid) => `the end of process ${pid}`);
      const listed = await listParts().catch(() => []);
      const running = listed.filter(({ pid }) => isRunning(pid));
      const names = new Set(running.map(({ name }) => name));
      const absent = [...known, ...listed.map(({ name }) => name)].filter((name) => !names.has(name));
      if (running.length === 0) return ['every process'];
      if (absent.length > 0) return [...new Set(absent)];
      const ready = await Promise.all(running.map(answers));
      const missing = running.filter((_, nth) => !ready[nth]).map(({ name }) => name);
      if (missing.length === 0) for (const name of names) known.add(name);
      return missing;
    },
  };
}
