import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QueryName } from '../api/operations.ts';
import type { LivePage } from './open-live-feed.ts';
import { throttleReads } from './throttle-reads.ts';

const nextPage = (): LivePage => ({ is_start: false, events: [], next_after: null, has_more: false });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const reads: QueryName[] = [];
  return { reads, ask: throttleReads((name) => reads.push(name)) };
}

test('hooks that read an operation because of the same page share one read', () => {
  const { reads, ask } = open();
  const page = nextPage();
  ask('count-conversations', page);
  ask('count-conversations', page);
  ask('list-conversations', page);
  vi.runAllTimers();
  expect(reads).toEqual(['count-conversations', 'list-conversations']);
});

test('a burst of pages reads an operation at once, and once more at its end', () => {
  const { reads, ask } = open();
  for (const page of [nextPage(), nextPage(), nextPage()]) {
    ask('home', page);
    ask('home', page);
  }
  expect(reads).toEqual(['home']);
  vi.runAllTimers();
  expect(reads).toEqual(['home', 'home']);
});

test('a page after the pause is read at once', () => {
  const { reads, ask } = open();
  ask('home', nextPage());
  vi.runAllTimers();
  ask('home', nextPage());
  expect(reads).toEqual(['home', 'home']);
});
