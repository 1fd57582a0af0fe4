import { defineInternal } from '@parley/common/define-contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Handles } from './handles.ts';

const double = defineInternal({
  service: 'accounts',
  name: 'double',
  input: z.object({ n: z.number() }),
  output: z.object({ n: z.number() }),
  errors: [],
});

test('a method that does not fit its contract does not compile', () => {
  class Controller {
    @Handles(double)
    async fits({ n }: { n: number }) {
      return { n: 2 * n };
    }
    // @ts-expect-error: the input is an object with a number
    @Handles(double)
    async takesAnotherInput({ n }: { n: string }) {
      return { n: n.length };
    }
    // @ts-expect-error: the output's n is a number
    @Handles(double)
    async answersSomethingElse({ n }: { n: number }) {
      return { n: String(n) };
    }
    // @ts-expect-error: an answer is a promise
    @Handles(double)
    answersAtOnce({ n }: { n: number }) {
      return { n };
    }
  }
  expect(Object.getOwnPropertyNames(Controller.prototype)).toContain('fits');
});
