import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Contract } from '../define-contract.ts';
import { AUDITED_CHANGES, changeOf } from './audited-changes.ts';
import { CONSOLE_CONTRACTS } from './console/console-contracts.ts';
import { CUSTOMER_ACTIONS } from './customer-actions.ts';
import { OPERATOR_ENDPOINTS } from './operator-endpoints.ts';

const CONTRACTS = new Map<string, Contract>();
for (const operation of CONSOLE_CONTRACTS)
  CONTRACTS.set(operation.name, 'target' in operation ? operation.target : operation);
for (const contract of [...OPERATOR_ENDPOINTS, ...CUSTOMER_ACTIONS]) CONTRACTS.set(contract.name, contract);

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => {
  const plain = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  // safe: shapes are of schemas of zod, not of its core
  return plain instanceof z.ZodObject ? (plain.shape as Record<string, z.ZodType>) : {};
};
const isNeeded = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success;
const within = (schema: z.ZodType, member: string | undefined) =>
  shapeOf(member === undefined ? schema : shapeOf(schema)[member]);

describe.each(Object.keys(AUDITED_CHANGES))('%s', (name) => {
  const contract = CONTRACTS.get(name);
  const change = changeOf(name);

  test('is an operation that changes something', () => {
    expect(contract).toBeDefined();
  });

  test.runIf(change?.before)('names what is read before it by fields of its own input', () => {
    const input = { slug: true, ...shapeOf(contract?.input) };
    const { contract: read, itemBy = {} } = change?.before ?? {};
    expect(read?.method).toBe('GET');
    const needed = Object.entries(shapeOf(read?.input)).flatMap(([field, schema]) => (isNeeded(schema) ? [field] : []));
    expect(Object.keys(input)).toEqual(expect.arrayContaining([...needed, ...Object.values(itemBy)]));
  });

  test.runIf(change)('compares fields that the resource has', () => {
    const { before, after, fields = [], secrets = [] } = change ?? { before: null, after: 'nothing' };
    const answer = contract?.output ?? z.object({});
    if (before?.itemBy) {
      const { items } = shapeOf(before.contract.output);
      // safe: the items of a list are an array
      const item = shapeOf((items as z.ZodArray<z.ZodType>).element);
      expect(Object.keys(item)).toEqual(expect.arrayContaining([...Object.keys(before.itemBy), ...fields]));
    } else if (before)
      expect(Object.keys(within(before.contract.output, change?.within))).toEqual(expect.arrayContaining([...fields]));
    if (after === 'answer')
      expect(Object.keys(within(answer, change?.within))).toEqual(expect.arrayContaining([...fields]));
    const given = { ...shapeOf(contract?.input), ...shapeOf(answer) };
    expect(Object.keys(given)).toEqual(expect.arrayContaining([...secrets]));
  });

  test.runIf(change?.after === 'answer' && change.before)('answers with the values that it read before', () => {
    const read = change?.before;
    const { items } = shapeOf(read?.contract.output);
    // safe: the items of a list are an array
    const before = read?.itemBy ? (items as z.ZodArray<z.ZodType>).element : read?.contract.output;
    const compared = change?.fields ?? Object.keys(within(before ?? z.object({}), change?.within));
    expect(Object.keys(shapeOf(contract?.output))).toEqual(expect.arrayContaining([...compared]));
  });
});
