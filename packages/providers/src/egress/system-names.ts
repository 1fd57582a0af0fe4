import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { at } from '@parley/common/at';

/** The machine's hosts file and resolver settings, as read by the C library. */
export interface SystemNames {
  /** The addresses of a name in the hosts file; empty when it is not listed. */
  hosts: ReadonlyMap<string, readonly string[]>;
  /** Search domains. */
  search: readonly string[];
  /** A name with fewer dots is tried with the search domains first. */
  ndots: number;
  /** Changes when the name servers may have changed. */
  version: string;
}

export interface SystemFiles {
  hostsPath: string;
  resolvPath: string;
}

const MAX_SEARCH = 6;
const REREAD_AFTER_MS = 5000;

/** Paths of the files on this machine. */
export const SYSTEM_FILES: SystemFiles = {
  hostsPath:
    process.platform === 'win32'
      ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
      : '/etc/hosts',
  resolvPath: '/etc/resolv.conf',
};

const linesOf = (text: string): string[][] =>
  text.split('\n').map((line) =>
    at(line.split(/[#;]/, 1), 0)
      .split(/\s+/)
      .filter((word) => word !== ''),
  );

/** Parses a hosts file. */
export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const [address = '', ...names] of linesOf(text)) {
    if (isIP(address) === 0) continue;
    for (const name of names.map((one) => one.toLowerCase())) hosts.set(name, [...(hosts.get(name) ?? []), address]);
  }
  return hosts;
}

/** Parses the search list of a resolv.conf. The last `search` or `domain` line is used. */
export function parseSearch(text: string): { search: string[]; ndots: number } {
  let search: string[] = [];
  let ndots = 1;
  for (const [keyword = '', ...words] of linesOf(text)) {
    if (keyword === 'search' || keyword === 'domain') search = words.slice(0, MAX_SEARCH);
    const option = keyword === 'options' ? words.find((word) => /^ndots:\d+$/.test(word)) : undefined;
    if (option) ndots = Number(option.slice('ndots:'.length));
  }
  return { search: search.filter((domain) => domain !== '.'), ndots };
}

/** Reads the files, and again when they may have changed. A missing file is treated as empty. */
export function makeReadSystemNames(files: SystemFiles = SYSTEM_FILES): () => Promise<SystemNames> {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<SystemNames> | null = null;
  const read = async (): Promise<SystemNames> => {
    const [hosts, resolv] = await Promise.all(
      [files.hostsPath, files.resolvPath].map((path) => readFile(path, 'utf8').catch(() => '')),
    );
    return { hosts: parseHosts(hosts ?? ''), ...parseSearch(resolv ?? ''), version: resolv ?? '' };
  };
  return () => {
    const nowMs = performance.now();
    if (reading === null || nowMs - readAtMs > REREAD_AFTER_MS) {
      readAtMs = nowMs;
      reading = read();
    }
    return reading;
  };
}
