import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Contract, ResourceRead } from '../define-contract.ts';
import { AUDITED, changeOf } from './audited.ts';
import { CONSOLE_CONTRACTS } from './console/console-contracts.ts';
import { CUSTOMER_ACTIONS } from './customer-actions.ts';
import { OPERATOR_ENDPOINTS } from './operator-endpoints.ts';

const CONTRACTS = new Map<string, Contract>();
for (const operation of CONSOLE_CONTRACTS)
  CONTRACTS.set(operation.name, 'target' in operation ? operation.target : operation);
for (const contract of [...OPERATOR_ENDPOINTS, ...CUSTOMER_ACTIONS]) CONTRACTS.set(contract.name, contract);

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => {
  const plain = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  // safe: shapes belong to schemas of zod, not of its core
  return plain instanceof z.ZodObject ? (plain.shape as Record<string, z.ZodType>) : {};
};
const isNeeded = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success;
const within = (schema: z.ZodType, member: string | undefined) =>
  shapeOf(member === undefined ? schema : shapeOf(schema)[member]);
/** The fields of an item of a list. */
const itemShape = ({ contract }: ResourceRead): Record<string, z.ZodType> =>
  // safe: the items of a list are an array
  shapeOf((shapeOf(contract.output).items as z.ZodArray<z.ZodType>).element);

const NAMES = [...AUDITED.keys()];
/** Operations by their contract and their change. */
const CHANGING = NAMES.flatMap((name) => {
  const [contract, change] = [CONTRACTS.get(name), changeOf(name)];
  return contract && change ? [{ name, contract, change }] : [];
});
const READING = CHANGING.flatMap(({ change: { before }, ...rest }) => (before ? [{ ...rest, before }] : []));

test.each(NAMES)('%s is an operation that can change something', (name) => {
  expect(CONTRACTS.get(name)).toBeDefined();
});

test.each(READING)('$name names the resource to read before it by fields of its input', ({ contract, before }) => {
  const { contract: read, itemBy = {} } = before;
  expect(read.method).toBe('GET');
  const needed = Object.entries(shapeOf(read.input)).flatMap(([field, schema]) => (isNeeded(schema) ? [field] : []));
  const given = Object.keys({ slug: true, ...shapeOf(contract.input) });
  expect(given).toEqual(expect.arrayContaining([...needed, ...Object.values(itemBy)]));
});

test.each(CHANGING)('$name compares fields that the resource has', ({ contract, change }) => {
  const { before, after, within: member, fields = [], secrets = [] } = change;
  if (before?.itemBy)
    expect(Object.keys(itemShape(before))).toEqual(expect.arrayContaining([...Object.keys(before.itemBy), ...fields]));
  else if (before)
    expect(Object.keys(within(before.contract.output, member))).toEqual(expect.arrayContaining([...fields]));
  if (after === 'answer')
    expect(Object.keys(within(contract.output, member))).toEqual(expect.arrayContaining([...fields]));
  const given = { ...shapeOf(contract.input), ...shapeOf(contract.output) };
  expect(Object.keys(given)).toEqual(expect.arrayContaining([...secrets]));
});

test.each(READING.filter(({ name }) => changeOf(name)?.after === 'answer'))(
  '$name returns the values that it read before',
  ({ name, contract, before }) => {
    const { fields, within: member } = changeOf(name) ?? {};
    const read = before.itemBy ? itemShape(before) : within(before.contract.output, member);
    expect(Object.keys(shapeOf(contract.output))).toEqual(expect.arrayContaining([...(fields ?? Object.keys(read))]));
  },
);
