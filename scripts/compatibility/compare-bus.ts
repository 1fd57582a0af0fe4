import { z } from 'zod';
import { compareSchemas, JsonSchemas } from './compare-schemas.ts';

/** docs/bus-contracts.json. */
export const BusContracts = z.record(z.string(), z.object({ input: JsonSchemas, output: JsonSchemas.optional() }));
export type BusContracts = z.infer<typeof BusContracts>;

/**
 * What keeps a process of one release from working with processes of the other, in either direction
 * (docs/operations/upgrading.md#the-promise).
 */
export function compareBus(before: BusContracts, after: BusContracts): string[] {
  return Object.entries(before).flatMap(([subject, old]) => {
    const now = after[subject];
    if (!now) return [`${subject} is gone`];
    const of = (side: 'input' | 'output'): string[] => {
      const [was, is] = [old[side], now[side]];
      if (!was || !is) return [];
      return compareSchemas(was, is, { side, documents: { before: was, after: is }, readsOldAnswers: true });
    };
    return [...of('input'), ...of('output')].map((problem) => `${subject}: ${problem}`);
  });
}
