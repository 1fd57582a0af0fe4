import { describe, expect, test } from 'vitest';
import { send } from './send.ts';

const problems = (given: Record<string, unknown>): string[] => {
  const parsed = send.input.safeParse({ channel: 'tg', to: '1', ...given });
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

const BUTTONS = [{ id: 'a', title: 'Yes' }];
const LIST = { button: 'Choose', sections: [{ rows: [{ id: 'a', title: 'Tea' }] }] };
const LOCATION = { latitude: 1, longitude: 2 };
const POLL = { question: 'Tea?', options: ['yes', 'no'] };
const TEMPLATE = { name: 'hello' };
const FILE = 'https://example.com/a.ogg';

describe('a send has exactly one content', () => {
  test.each([
    ['a text', { message: 'x' }],
    ['a file alone', { media_url: FILE }],
    ['a document with a name', { media_url: FILE, media_type: 'document', filename: 'a.pdf' }],
    ['a text with a file', { message: 'x', media_url: FILE }],
    ['a text with a file and buttons', { message: 'x', media_url: FILE, buttons: BUTTONS }],
    ['a text with a list', { message: 'x', list: LIST }],
    ['a voice note', { media_url: FILE, media_type: 'voice' }],
    ['a sticker', { media_url: FILE, media_type: 'sticker' }],
    ['a location', { location: LOCATION }],
    ['a poll', { poll: POLL }],
    ['a post', { post: { id: '7300000000000000001' } }],
    ['a template, with the text and file that it ignores', { template: TEMPLATE, message: 'x', media_url: FILE }],
  ])('%s', (_, given) => {
    expect(problems(given)).toEqual([]);
  });

  test.each([
    ['nothing', {}, 'message'],
    ['the hint for a file without one', { media_type: 'image', filename: 'a.png' }, 'message'],
    ['buttons below a file without a text', { media_url: FILE, buttons: BUTTONS }, 'message'],
    ['buttons without a text', { buttons: BUTTONS }, 'message'],
    [
      'buttons below a voice note without a text',
      { media_url: FILE, media_type: 'voice', buttons: BUTTONS },
      'message',
    ],
    ['a list without a text', { list: LIST }, 'message'],
    ['buttons and a list', { message: 'x', buttons: BUTTONS, list: LIST }, 'list'],
    ['a list and a file', { message: 'x', media_url: FILE, list: LIST }, 'list'],
    ['a location with a text', { message: 'x', location: LOCATION }, 'message'],
    ['a location and a poll', { location: LOCATION, poll: POLL }, 'poll'],
    ['a template with buttons', { template: TEMPLATE, buttons: BUTTONS }, 'buttons'],
    ['a template and a location', { template: TEMPLATE, location: LOCATION }, 'location'],
  ])('%s is refused', (_, given, field) => {
    expect(problems(given)).toEqual([field]);
  });
});

describe('bounds', () => {
  test.each([
    ['a button with neither id nor url', { message: 'x', buttons: [{ title: 'Yes' }] }, 'buttons.0'],
    [
      'a button with both',
      { message: 'x', buttons: [{ id: 'a', title: 'Yes', url: 'https://a.example' }] },
      'buttons.0',
    ],
    [
      'an address that is a script',
      { message: 'x', buttons: [{ title: 'Yes', url: 'javascript:alert(1)' }] },
      'buttons.0.url',
    ],
    ['a title with a control character', { message: 'x', buttons: [{ id: 'a', title: 'a\u0007' }] }, 'buttons.0.title'],
    ['an id with a control character', { message: 'x', buttons: [{ id: 'a\u0000', title: 'a' }] }, 'buttons.0.id'],
    ['two buttons of one id', { message: 'x', buttons: [...BUTTONS, { id: 'a', title: 'No' }] }, 'buttons'],
    [
      'eleven buttons',
      { message: 'x', buttons: Array.from({ length: 11 }, (_, at) => ({ id: `${at}`, title: `${at}` })) },
      'buttons',
    ],
    ['no number as latitude', { location: { latitude: Number.NaN, longitude: 2 } }, 'location.latitude'],
    ['a latitude beyond the pole', { location: { latitude: 90.1, longitude: 2 } }, 'location.latitude'],
    [
      '10,000 options',
      { poll: { question: 'x', options: Array.from({ length: 10_000 }, (_, at) => `${at}`) } },
      'poll.options',
    ],
    ['one option', { poll: { question: 'x', options: ['a'] } }, 'poll.options'],
    ['a contact of 5 MB', { contacts: [{ name: 'x'.repeat(5_000_000), phones: ['+96550000002'] }] }, 'contacts.0.name'],
    ['a contact without an address', { contacts: [{ name: 'Ada' }] }, 'contacts.0'],
    [
      'eleven rows in two sections',
      {
        message: 'x',
        list: {
          button: 'b',
          sections: [0, 1].map((at) => ({
            title: `s${at}`,
            rows: Array.from({ length: 5 + at }, (_, row) => ({ id: `${at}${row}`, title: 'r' })),
          })),
        },
      },
      'list.sections',
    ],
    [
      'two sections without titles',
      {
        message: 'x',
        list: { button: 'b', sections: [{ rows: [{ id: 'a', title: 'r' }] }, { rows: [{ id: 'b', title: 'r' }] }] },
      },
      'list.sections',
    ],
  ])('%s', (_, given, field) => {
    expect(problems(given)).toEqual([field]);
  });
});
