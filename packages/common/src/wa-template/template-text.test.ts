import { expect, test } from 'vitest';
import { fillTemplate, type TemplateText, templateTextOf } from './template-text.ts';

test.each<[string, unknown[], TemplateText | null]>([
  ['a body', [{ type: 'BODY', text: 'Hi {{1}}' }], { body: 'Hi {{1}}' }],
  [
    'header, body and footer, whatever the case of their types',
    [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
      { type: 'body', text: 'Hi' },
      { type: 'Footer', text: 'Shop' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
    ],
    { header: 'Order {{1}}', body: 'Hi', footer: 'Shop' },
  ],
  [
    'a picture above the body',
    [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Hi' },
    ],
    { body: 'Hi' },
  ],
  ['no body', [{ type: 'FOOTER', text: 'Shop' }], null],
  ['components of another form', [null, 'x', { text: 'no type' }, { type: 'BODY', text: 7 }], null],
])('%s', (_, components, expected) => {
  expect(templateTextOf(components)).toEqual(expected);
});

const body = 'Hi {{1}}, order {{2}}.';
const price = { fallback_value: '$ 3', code: 'USD', amount_1000: 3000 };
test.each<[string, TemplateText, Parameters<typeof fillTemplate>[1], string]>([
  ['variables fill the body in order', { body }, { variables: ['Ann', '7'] }, 'Hi Ann, order 7.'],
  ['a missing variable leaves its placeholder', { body }, { variables: ['Ann'] }, 'Hi Ann, order {{2}}.'],
  ['a variable is text, not a pattern', { body }, { variables: ['$&', '{{1}}'] }, 'Hi $&, order {{1}}.'],
  ['nothing to fill', { body: 'Hi.' }, {}, 'Hi.'],
  [
    'each part has its own values',
    { header: 'No {{1}}', body, footer: 'Shop' },
    {
      components: [
        { type: 'header', parameters: [{ type: 'text', text: '9' }] },
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Ann' },
            { type: 'currency', currency: price },
          ],
        },
        { type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: 'x' }] },
      ],
    },
    'No 9\n\nHi Ann, order $ 3.\n\nShop',
  ],
  [
    'values by name',
    { body: 'Hi {{first_name}}' },
    { components: [{ type: 'BODY', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ann' }] }] },
    'Hi Ann',
  ],
  [
    'components are used instead of variables',
    { body },
    { variables: ['a', 'b'], components: [{ type: 'body', parameters: [{ text: 'c' }, { date_time: price }] }] },
    'Hi c, order $ 3.',
  ],
  [
    'components of another form',
    { body: 'Hi {{1}}' },
    { components: [null, { type: 'body', parameters: 'x' }] },
    'Hi {{1}}',
  ],
])('%s', (_, text, send, expected) => {
  expect(fillTemplate(text, send)).toBe(expected);
});

test('a filled text is bounded', () => {
  expect(fillTemplate({ body: '{{1}}'.repeat(100) }, { variables: ['x'.repeat(1024)] })).toHaveLength(6000);
});
