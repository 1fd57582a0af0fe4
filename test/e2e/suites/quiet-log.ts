import { describe, expect, test } from 'vitest';
import { privateStrings } from '../../support/private-strings.ts';
import type { GetSystem } from './get-system.ts';

/** Of nobody: the welcome shows how to write to the one, and the webhooks that are shown to people name the other. */
const DEMO_NUMBERS = ['16505551234', '15550783882'];
/** How much of what a line says around a find is shown: enough to find who wrote it. */
const AROUND = 80;

/**
 * What the product prints (docs/reference/errors.md#what-never-leaves): looked through after every other promise, at
 * the most verbose level.
 */
export function quietLogSuite(getSystem: GetSystem): void {
  describe('the log', () => {
    test('nothing printed by any process, at LOG_LEVEL=trace, holds a text, a whole number, a token or a key of this run', () => {
      const { adminToken, wholeOutput } = getSystem();
      const output = wholeOutput();
      const strings = [...privateStrings()].filter((text) => text !== adminToken && !DEMO_NUMBERS.includes(text));
      // Nothing collected, or nothing printed, would prove nothing.
      expect(strings.length).toBeGreaterThan(20);
      expect(output).toContain('"level":20');
      const found = strings.flatMap((text) => {
        const at = output.indexOf(text);
        return at < 0 ? [] : [{ text, line: output.slice(Math.max(0, at - AROUND), at + text.length + AROUND) }];
      });
      expect(found).toEqual([]);
      // Printed once for its owner when it is made, and never in a line of the log
      // (docs/reference/errors.md#what-never-leaves).
      const lines = output.split('\n').filter((line) => line.includes('"level":'));
      const hidden = [adminToken, ...DEMO_NUMBERS];
      expect(lines.filter((line) => hidden.some((text) => line.includes(text)))).toEqual([]);
    });
  });
}
