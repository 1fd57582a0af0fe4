import { z } from 'zod';
import { compareSchemas, JsonSchemas } from './compare-schemas.ts';
import type { Problem } from './problem.ts';
import { lineOf } from './with-lines.ts';

/** docs/bus-contracts.json. */
export const BusContracts = z.record(z.string(), z.looseObject({ input: JsonSchemas, output: JsonSchemas.optional() }));
export type BusContracts = z.infer<typeof BusContracts>;

/**
 * Differences that keep a process of one release from working with processes of the other, in either direction
 * (docs/operations/upgrading.md#the-promise).
 */
export function compareBus(before: BusContracts, after: BusContracts): Problem[] {
  return Object.entries(before).flatMap(([subject, old]): Problem[] => {
    const now = after[subject];
    if (!now) return [{ text: `${subject} is gone`, side: 'before', line: lineOf(old) }];
    const of = (side: 'input' | 'output'): Problem[] => {
      const [was, is] = [old[side], now[side]];
      if (!was || !is) return [];
      return compareSchemas(was, is, { side, documents: { before: was, after: is }, readsOldAnswers: true });
    };
    return [...of('input'), ...of('output')].map((one) => ({ ...one, text: `${subject}: ${one.text}` }));
  });
}
