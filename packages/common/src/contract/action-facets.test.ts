import { expect, test } from 'vitest';
import { z } from 'zod';
import { CUSTOMER_ACTIONS } from '../contracts/customer-actions.ts';
import { OPERATOR_ENDPOINTS } from '../contracts/operator-endpoints.ts';
import { type Contract, defineAction } from '../define-contract.ts';
import { TELLS } from './audit-values.ts';

const given = {
  service: 'send',
  name: 'greet',
  method: 'POST',
  tag: 'messages',
  sdk: 'messages.greet',
  summary: 'Greet a person',
  input: z.object({ to: z.string() }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
  reference: 'docs/reference/sends.md#request',
  logged: {},
  audit: { fields: [], change: TELLS },
} as const;
const example = { request: { to: '1' }, answer: { ok: true } } as const;

test('an action that lacks a facet, or has an example of another form, does not compile', () => {
  const complete = defineAction({ ...given, mcp: 'adds', example });
  expect(complete).toMatchObject({ sdk: 'messages.greet', mcp: 'adds', example });
  // @ts-expect-error: mcp is missing
  defineAction({ ...given, example });
  // @ts-expect-error: the example is missing
  defineAction({ ...given, mcp: 'adds' });
  // @ts-expect-error: a change lacks its audit
  defineAction({ ...given, mcp: 'adds', example, audit: undefined });
  // @ts-expect-error: an SDK method is a noun and a verb
  defineAction({ ...given, mcp: 'adds', example, sdk: 'greet' });
  // @ts-expect-error: the request lacks a field
  defineAction({ ...given, mcp: 'adds', example: { ...example, request: {} } });
  // @ts-expect-error: the answer has another value
  defineAction({ ...given, mcp: 'adds', example: { ...example, answer: { ok: false } } });
});

const WITH_CHOICES = [...CUSTOMER_ACTIONS, ...OPERATOR_ENDPOINTS].filter(({ oneOf }: Contract) => oneOf);

test.each(WITH_CHOICES)('$name requires one of several fields that it has', ({ input, oneOf = [] }: Contract) => {
  expect(Object.keys(input.shape)).toEqual(expect.arrayContaining([...oneOf]));
});

test.each(CUSTOMER_ACTIONS.filter(({ mcpList }) => mcpList))('$name returns the list that a tool cuts', (action) => {
  expect(Object.keys(action.output.shape)).toContain(action.mcpList);
});
