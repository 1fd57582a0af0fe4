import { describe, expect, test } from 'vitest';
import { privateStrings } from '../../../support/requests/private-strings.ts';
import type { GetSystem } from '../get-system.ts';

/** The demo's own numbers: its printed commands and webhooks show them. */
const DEMO_NUMBERS = ['16505551234', '15550783882'];
/** Characters of a log line to show on each side of a match. */
const AROUND = 80;

/** The log at its most verbose level, searched after all other suites (docs/reference/errors.md#what-never-leaves). */
export function quietLogSuite(getSystem: GetSystem): void {
  describe('the log', () => {
    test('no process prints, at LOG_LEVEL=trace, a text, a whole number, a token or a key of this run', () => {
      const { adminToken, wholeOutput } = getSystem();
      const output = wholeOutput();
      const strings = [...privateStrings()].filter((text) => text !== adminToken && !DEMO_NUMBERS.includes(text));
      // Without collected strings or printed lines the test proves nothing.
      expect(strings.length).toBeGreaterThan(20);
      expect(output).toContain('"level":20');
      const found = strings.flatMap((text) => {
        const at = output.indexOf(text);
        return at < 0 ? [] : [{ text, line: output.slice(Math.max(0, at - AROUND), at + text.length + AROUND) }];
      });
      expect(found).toEqual([]);
      // Printed once for its owner when it is created, and never in the log
      // (docs/reference/errors.md#what-never-leaves).
      const lines = output.split('\n').filter((line) => line.includes('"level":'));
      const hidden = [adminToken, ...DEMO_NUMBERS];
      expect(lines.filter((line) => hidden.some((text) => line.includes(text)))).toEqual([]);
    });
  });
}
