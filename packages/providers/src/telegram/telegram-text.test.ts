import { expect, test } from 'vitest';
import { richText, textWithLinks } from './telegram-text.ts';

const link = (offset: number, length: number, url: unknown = 'https://shop.example/x') => ({
  type: 'text_link',
  offset,
  length,
  url,
});

test.each([
  [
    'the address follows the words that hide it',
    'See our site today',
    [link(8, 4)],
    'See our site (https://shop.example/x) today',
  ],
  ['offsets are UTF-16 units', '🛒 here', [link(3, 4)], '🛒 here (https://shop.example/x)'],
  [
    'of two links each has its own address, in any order',
    'a b',
    [link(2, 1, 'https://b.example'), link(0, 1, 'https://a.example')],
    'a (https://a.example) b (https://b.example)',
  ],
  ['words that are the address appear once', 'https://e.com', [link(0, 13, 'https://e.com/')], 'https://e.com'],
  ['other entities change nothing', '/start @x', [{ type: 'bot_command', offset: 0, length: 6 }], '/start @x'],
  ['a link outside of the text changes nothing', 'ab', [link(1, 9), link(-1, 1), link(0, 0), link(0.5, 1)], 'ab'],
  ['a link without an address changes nothing', 'ab', [link(0, 2, 7), link(0, 2, null)], 'ab'],
  ['entities that are no list change nothing', 'ab', 'none', 'ab'],
])('links: %s', (_title, text, entities, shown) => {
  expect(textWithLinks(text, entities)).toBe(shown);
});

test('a thousand links of one word add a limited amount of text', () => {
  const links = Array.from({ length: 1000 }, () => link(0, 1, `https://e.example/${'x'.repeat(2000)}`));
  expect(textWithLinks('a', links).length).toBeLessThan(250_000);
});

test('reads a rich message as lines, with each block in its place', () => {
  const blocks = [
    { type: 'heading', size: 1, text: 'Order 12' },
    {
      type: 'paragraph',
      text: ['Is it ', { type: 'bold', text: 'ready' }, '? ', { type: 'url', text: 'photo', url: 'https://p.example' }],
    },
    { type: 'divider' },
    {
      type: 'list',
      items: [
        { label: '1.', blocks: [{ type: 'paragraph', text: 'red' }] },
        { label: '2.', blocks: [{ type: 'paragraph', text: 'blue' }] },
      ],
    },
    { type: 'table', cells: [[{ text: 'size' }, { text: 'L' }]], caption: 'sizes' },
    { type: 'details', summary: 'more', blocks: [{ type: 'pre', text: 'code' }] },
    { type: 'photo', photo: [], caption: { text: 'front', credit: 'me' } },
  ];
  expect(richText({ blocks }).split('\n')).toEqual([
    'Order 12',
    'Is it ready? photo (https://p.example)',
    '1. red',
    '2. blue',
    'size\tL',
    'sizes',
    'more',
    'code',
    'front',
    'me',
  ]);
});

test('reads a rich message that is nested too deeply, or has no text, without an error', () => {
  let deep: object = { text: 'deepest' };
  for (let depth = 0; depth < 5000; depth++) deep = { text: 'x', blocks: [deep] };
  expect(richText(deep as Record<string, unknown>)).not.toContain('deepest'); // safe: an object
  expect(richText({ blocks: 'none' })).toBe('');
});
