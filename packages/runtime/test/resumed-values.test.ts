import { resumeIterator } from '@parley/runtime/reading/resume-iterator';
import { collectGarbage } from '@parley/testing/measure/collect-garbage';
import { expect, test } from 'vitest';

test('a resumed iteration does not keep the first value once the next one was read', async () => {
  let isFreed = false;
  const registry = new FinalizationRegistry(() => {
    isFreed = true;
  });
  async function* parts(): AsyncGenerator<object> {
    for (let at = 0; at < 3; at++) {
      const part = { at };
      if (at === 0) registry.register(part, null);
      yield part;
    }
  }
  const iterator = parts();
  const rest = resumeIterator(await iterator.next(), iterator);
  for (let read = 0; read < 2; read++) await rest.next();
  await expect
    .poll(() => {
      collectGarbage();
      return isFreed;
    })
    .toBe(true);
  expect((await rest.next()).value).toEqual({ at: 2 });
});
