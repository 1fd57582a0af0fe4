import { describe, expect, test } from 'vitest';
import type { Texts } from './define-texts.ts';

const MODULES = import.meta.glob<Record<string, Texts>>(['../**/texts.ts', './channel-texts.ts'], { eager: true });
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

const placesIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

const rows = Object.entries(MODULES).flatMap(([file, module]) =>
  Object.values(module).flatMap(({ en, ar }) =>
    Object.entries(en).map(([name, english]) => ({ file, name, english, arabic: ar[name] })),
  ),
);

describe('every text', () => {
  test('is part of the test', () => {
    expect(rows.length).toBeGreaterThan(50);
  });

  test.each(rows)('$file $name exists in both languages, with the same placeholders', ({ english, arabic }) => {
    if (typeof english === 'string') {
      expect(english.trim()).not.toBe('');
      expect(arabic).toEqual(expect.stringMatching(/\S/));
      expect(placesIn(String(arabic))).toEqual(placesIn(english));
    } else {
      expect(Object.keys(english)).toEqual(['one', 'other']);
      expect(Object.keys(arabic ?? {}).sort()).toEqual([...FORMS].sort());
      for (const form of Object.values(arabic ?? {})) expect(form).toMatch(/\S/);
    }
  });
});
