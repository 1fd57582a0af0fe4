import { expect, test } from 'vitest';
import { shareCalls } from './share-calls.ts';

test('concurrent calls with the same key share one call, and a later one starts another', async () => {
  const asked: string[] = [];
  const answers: ((answer: string) => void)[] = [];
  const ask = shareCalls((tenantId: number, name: string) => {
    asked.push(`${tenantId} ${name}`);
    return new Promise<string>((resolve) => answers.push(resolve));
  });

  const both = Promise.all([ask(1, 'a'), ask(1, 'a'), ask(2, 'a')]);
  answers.forEach((answer, index) => {
    answer(`answer ${index}`);
  });
  expect(await both).toEqual(['answer 0', 'answer 0', 'answer 1']);

  const again = ask(1, 'a');
  answers[2]?.('newer');
  expect(await again).toBe('newer');
  expect(asked).toEqual(['1 a', '2 a', '1 a']);
});

test('callers that share a failing call get its error, and the next call starts another', async () => {
  let times = 0;
  const ask = shareCalls(async (key: string) => {
    times += 1;
    if (times === 1) throw new Error(`no ${key}`);
    return 'there';
  });
  const both = await Promise.allSettled([ask('a'), ask('a')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask('a')).toBe('there');
});
