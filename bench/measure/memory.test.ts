import { expect, test } from 'vitest';
import { parsePss, readMemory } from './memory.ts';

test('the proportional set size is read from the summary of a process', () => {
  const text = '55a0-7ffd ---p 00000000 00:00 0   [rollup]\nRss:  90112 kB\nPss:     20480 kB\nPss_Dirty:  1024 kB\n';
  expect(parsePss(text)).toBe(20_480);
});

test('a process that has ended has a size of 0', () => {
  expect(parsePss('')).toBe(0);
});

test('the memory of this process and its descendants is known', async () => {
  const { processes, pssMb } = await readMemory(process.pid);
  expect(processes).toBeGreaterThan(0);
  expect(pssMb).toBeGreaterThan(1);
});
