import { expect, expectTypeOf, test } from 'vitest';
import { CONSOLE_CONTRACTS, type ServedInConsole } from './console-contracts.ts';
import type { ConsoleInputOf, ConsoleOutputOf, ConsoleProcedures } from './console-router.ts';

type Of<Name extends ServedInConsole['name']> = Extract<ServedInConsole, { name: Name }>;

test('each operation has a unique name', () => {
  const names = CONSOLE_CONTRACTS.map(({ name }) => name);
  expect(new Set<string>(names).size).toBe(names.length);
});

test('the names of the router are literals, including those of other APIs', () => {
  expectTypeOf<string>().not.toExtend<keyof ConsoleProcedures>();
  expectTypeOf<'create-key'>().toExtend<keyof ConsoleProcedures>();
  expectTypeOf<'get-own-tenant'>().toExtend<keyof ConsoleProcedures>();
  expectTypeOf<'authenticate'>().not.toExtend<keyof ConsoleProcedures>();
});

test('the tenant is not an input, unless the operator names it', () => {
  expectTypeOf<ConsoleInputOf<Of<'rotate-secret'>>>().toEqualTypeOf<{ instance_id: string }>();
  expectTypeOf<ConsoleInputOf<Of<'show-tenant'>>>().toEqualTypeOf<{ slug: string }>();
});

test('an answer that opens a session does not contain its token', () => {
  expectTypeOf<ConsoleOutputOf<Of<'sign-in'>>>().toEqualTypeOf<{ ok: true }>();
  expectTypeOf<ConsoleOutputOf<Of<'rotate-secret'>>>().toEqualTypeOf<{ webhook_secret: string }>();
});
