import { expect, test } from 'vitest';
import { countRowDefaults } from './find-row-defaults.ts';

test.each([
  'const a = ids[index] ?? 0;',
  "const a = keys[index] ?? '';",
  'const a = rows[index]?.id ?? 0;',
  'const a = rows[index].id ?? 0;',
  'const a = found[index] ?? null;',
  'const a = found[row.position - 1] ?? null;',
  'const a = sends[next++] ?? null;',
  'const a = (rows[position]?.names ?? []).length;',
  "const a = message.addresses[0] ?? '';",
  'const { tenantId = 0 } = given[0] ?? {};',
  'const [id = 0] = await insert(rows);',
])('%s hides a missing element', (text) => {
  expect(countRowDefaults(text)).toBe(1);
});

test.each([
  'const a = NAMES[name] ?? null;',
  'const a = rows[0] ?? null;',
  'const a = rows[0]?.id ?? null;',
  "const a = PATTERN.exec(text)?.[1] ?? '';",
  'const a = cases[index] ?? otherwise;',
  'const a = at(ids, index) ?? null;',
  'const a = index ?? 0;',
  'const [id] = await insert(rows);',
  "const [name = ''] = text.split('=');",
])('%s does not', (text) => {
  expect(countRowDefaults(text)).toBe(0);
});
