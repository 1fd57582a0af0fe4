import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url);
const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8');

interface Step {
  path: string;
  name: string;
}

const LINE = /^\d+\. `(?<name>\w+)` in \[[\w.-]+\]\(\.\.\/(?<path>[\w./-]+)\)/;
/** The steps of a trip: the lines of its numbered list. */
function stepsOf(heading: string): Step[] {
  const [, section = ''] = read('docs/architecture.md').split(`### ${heading}\n`);
  const [list = ''] = section.split(/^#/m);
  return list.split('\n').flatMap((line) => {
    if (!/^\d+\. /.test(line)) return [];
    const { name = '', path = '' } = LINE.exec(line)?.groups ?? {};
    return [{ name, path }];
  });
}

const declares = (text: string, name: string): boolean =>
  new RegExp(`\\b(?:function|const|class) ${name}\\b|^\\s+(?:async )?#?${name}(?:\\(|: )`, 'm').test(text);
const isFoundByContract = (path: string, name: string): boolean =>
  path.endsWith('.controller.ts') || read(path).includes(`export const ${name} = verb(`);
const mentions = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

// docs/architecture.md#two-trips-function-by-function
describe.each(['A send', 'An inbound message'])('the trip of %s', (heading) => {
  const steps = stepsOf(heading);

  test('has at most 25 steps', () => {
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.length).toBeLessThanOrEqual(25);
  });

  test.each(steps)('names $name, which $path declares', ({ path, name }) => {
    expect(declares(read(path), name)).toBe(true);
  });

  // The bus finds a verb by its contract, and a client or a part of the service is a member of it.
  const called = steps
    .map((step, index) => ({ ...step, before: steps.slice(0, index) }))
    .filter(({ path, name }, index) => index > 0 && !isFoundByContract(path, name) && !name.startsWith('make'));

  test.each(called)('names $name after a step whose file calls it', ({ name, before }) => {
    expect(before.some(({ path }) => mentions(read(path), name))).toBe(true);
  });
});
