import { describe, expect, it } from 'vitest';
import { parseStat, readProcesses, treeOf } from './cpu-time.ts';

const line = (head: string, times: string): string =>
  `${head} S 17 4321 4321 0 -1 4194560 900 12 0 0 ${times} 20 0 11 0 5123 1 2 3`;

describe('parseStat', () => {
  it('adds user and system time, its own and of children that ended', () => {
    expect(parseStat(line('4321 (node)', '100 20 3 4'))).toEqual({
      pid: 4321,
      parentPid: 17,
      name: 'node',
      cpuMs: 1270,
    });
  });

  it.each(['a b', 'x) S 1 (y', 'postgres: writer', ''])('takes the name "%s"', (name) => {
    expect(parseStat(line(`9 (${name})`, '1 0 0 0'))).toEqual({ pid: 9, parentPid: 17, name, cpuMs: 10 });
  });

  it.each(['', 'nothing', '12 (cut) S 1', '12 (cut) S 1 1 1 0 -1 0 0 0 0 0 a b c d'])('refuses "%s"', (text) => {
    expect(parseStat(text)).toBeNull();
  });
});

describe('treeOf', () => {
  const at = (pid: number, parentPid: number) => ({ pid, parentPid, name: 'node', cpuMs: 1 });

  it('finds children of children, and no other processes', () => {
    const all = [at(1, 0), at(5, 1), at(7, 5), at(6, 1), at(8, 7), at(9, 6)];
    expect(treeOf(5, all).map(({ pid }) => pid)).toEqual([5, 7, 8]);
  });

  it('is empty for a process that has ended', () => {
    expect(treeOf(2, [at(1, 0), at(3, 2)])).toEqual([]);
  });
});

it('readProcesses finds this process with the time it has used', async () => {
  const own = (await readProcesses()).find(({ pid }) => pid === process.pid);
  expect(own?.cpuMs).toBeGreaterThan(0);
});
