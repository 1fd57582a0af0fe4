import { send } from '@parley/common/contracts/messages/send';
import { describe, expect, test } from 'vitest';
import { makeInputShape } from './input-shape.ts';
import { findUnknownFields, headerOfUnknown } from './unknown-fields.ts';

const SHAPE = makeInputShape(send);
const TEXT = { channel: 'wa', to: '+1', message: 'x' };
const found = (given: object) => findUnknownFields(SHAPE, { ...TEXT, ...given }).map((one) => Object.values(one));

describe('unknown fields', () => {
  test.each([
    ['a misspelt field', { mesage: 'x' }, ['mesage', 'message']],
    ['two swapped letters', { buttnos: [] }, ['buttnos', 'buttons']],
    ['another casing', { mediaUrl: 'x' }, ['mediaUrl', 'media_url']],
    ['a field that nothing is near', { colour: 1 }, ['colour', null]],
    ['a member of an object', { template: { name: 'a', langauge: 'en' } }, ['template.langauge', 'language']],
    ['a member of an element', { buttons: [{ id: 'a', titel: 'A' }] }, ['buttons[0].titel', 'title']],
    [
      'a member of an element of an element',
      {
        list: {
          button: 'b',
          sections: [
            {
              rows: [
                { id: 'a', title: 'A' },
                { id: 'b', title: 'B', desc: 1 },
              ],
            },
          ],
        },
      },
      ['list.sections[0].rows[1].desc', null],
    ],
  ])('%s is named', (_, given, expected) => {
    expect(found(given)).toEqual([expected]);
  });

  test('known fields and members of free JSON are not unknown', () => {
    const template = { name: 'a', components: [{ type: 'body', parameters: [{ anything: 1 }] }] };
    expect(found({ template, buttons: [{ id: 'a', title: 'A' }] })).toEqual([]);
  });

  test.each([
    ['line breaks', 'x\r\nSet-Cookie: a=b', 'x??Set-Cookie??a?b'],
    ['100 kB', 'x'.repeat(100_000), 'x'.repeat(40)],
    ['no ASCII', 'ключ', '????'],
    ['nothing', '', '?'],
    ['__proto__', '__proto__', '__proto__'],
  ])('a name of %s is safe in a header', (_, name, shown) => {
    const given = JSON.parse(`{${JSON.stringify(name)}:1}`);
    expect(headerOfUnknown(findUnknownFields(SHAPE, given))).toBe(shown);
  });

  test('names are bounded in number and in length, at any depth', () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown_${at}_${'x'.repeat(60)}`, 1]));
    const buttons = Array.from({ length: 10_000 }, () => names(3));
    for (const given of [names(10_000), { buttons }, { template: names(10_000) }]) {
      const some = findUnknownFields(SHAPE, given);
      expect(some).toHaveLength(10);
      expect(headerOfUnknown(some).length).toBeLessThan(1300);
    }
  });
});
