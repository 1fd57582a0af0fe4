import type { Contract } from '@parley/common/define-contract';
import { boundsOf } from '@parley/common/input-bounds/bounds-of';
import { type InputField, inputFieldsOf } from '@parley/testing/contracts/input-fields';
import { listContracts } from '@parley/testing/contracts/list-contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';

const contracts = await listContracts();
const named = contracts.map((contract) => [`${contract.kind} ${contract.service} ${contract.name}`, contract] as const);
/** Contracts that callers outside Parley reach, by their own name or through the gateway's pages and callbacks. */
const OPEN_INTERNAL = new Set([
  'receive-callback',
  'open-connect-link',
  'begin-connect-visit',
  'finish-connect-link',
  'open-pair-page',
  'pair-page-qr',
  'pair-page-code',
  'confirm-address',
  'unsubscribe',
  'open-media',
  'verify-subscription',
]);
const isOpen = ({ kind, name }: Contract): boolean => kind !== 'internal' || OPEN_INTERNAL.has(name);
const open = named.filter(([, contract]) => isOpen(contract));

/**
 * Fields with any text, which never reaches the database: a password is hashed, an address that is none is refused, and
 * a body is parsed and cleaned.
 */
const NEVER_STORED = /^(?:password|current_password|new_password|redirect_url|raw)$/;

test('covers every contract', () => {
  expect(contracts.length).toBeGreaterThan(190);
  expect(open.length).toBeGreaterThan(150);
});

test.each(named)('%s: every text, list and record of the input has a maximum size', (_name, { input }) => {
  expect(() => boundsOf(input)).not.toThrow();
});

const kindOf = ({ schema }: InputField): string => schema._zod.def.type;
const accepts = ({ schema }: InputField, value: unknown): boolean => z.safeParse(schema, value).success;

test.each(open)('%s: no text that is stored accepts NUL or a lone surrogate', (_name, { input }) => {
  const texts = inputFieldsOf(input).filter((field) => kindOf(field) === 'string' && !NEVER_STORED.test(field.path));
  const lax = texts.filter((field) =>
    // Valid as an address as well, and as one word.
    ['a\u0000b', 'a\ud800b', 'https://a.example/\u0000', 'https://a.example/\udc00', '\u0000'].some((text) =>
      accepts(field, text),
    ),
  );
  expect(lax.map(({ path }) => path)).toEqual([]);
});

test.each(open)('%s: no integer accepts more than a double holds exactly', (_name, { input }) => {
  const numbers = inputFieldsOf(input).filter((field) => kindOf(field) === 'number');
  const lax = numbers.filter((field) => [2 ** 53, -(2 ** 53), 1e308].some((value) => accepts(field, value)));
  expect(lax.map(({ path }) => path)).toEqual([]);
});
