import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetch } from './refetch.ts';

const KEY = ['list-conversations'];

/** A query on screen whose fetches end when the test lets them, each with the value that was current as it began. */
function open() {
  const queries = new QueryClient();
  const ends: (() => void)[] = [];
  let current = 0;
  const queryFn = async (): Promise<number> => {
    const read = current;
    await new Promise<void>((resolve) => ends.push(resolve));
    return read;
  };
  const observer = new QueryObserver(queries, { queryKey: KEY, queryFn });
  const close = observer.subscribe(() => {});
  return {
    queries,
    change: () => ++current,
    data: () => queries.getQueryData(KEY),
    async answer() {
      await expect.poll(() => ends.length).toBe(1);
      ends.pop()?.();
    },
    close,
  };
}

test('a change during the first fetch is shown, although that fetch has read the old state', async () => {
  const { queries, change, data, answer, close } = open();
  change();
  const done = refetch(queries, { queryKey: KEY });
  await answer();
  await answer();
  await done;
  expect(data()).toBe(1);
  close();
});

test('a change during a later fetch cancels that fetch and is shown', async () => {
  const { queries, change, data, answer, close } = open();
  await answer();
  await expect.poll(data).toBe(0);
  change();
  const done = refetch(queries);
  await answer();
  await done;
  expect(data()).toBe(1);
  close();
});
