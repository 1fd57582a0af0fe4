import { CHANNELS, type Channel } from '@parley/common/channels';
import type { AppError } from '@parley/common/errors';
import { CAPABILITIES } from '@parley/common/messages/capabilities';
import { describe, expect, test } from 'vitest';
import type { SendInput } from '../sends/send.rules.ts';
import { carryContent, checkLength, toLines } from './content.rules.ts';

const RECIPIENTS: Readonly<Record<Channel, string>> = {
  wa: '+96550000001',
  wd: '+96550000001',
  tg: '4000001',
  fb: '254459191289871',
  ig: '17841400000000001',
  tt: 'person-1',
};

const replies = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `r${at}`, title: `Reply ${at}` }));
const links = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Link ${at}`, url: `https://example.com/${at}` }));
const LIST = { button: 'Choose', sections: [{ rows: [{ id: 'a', title: 'Tea', description: 'Hot' }] }] };

const carry = (channel: Channel, given: Partial<SendInput>) =>
  carryContent({ channel, to: RECIPIENTS[channel], ...given });

function refusalOf(channel: Channel, given: Partial<SendInput>): AppError {
  try {
    carry(channel, given);
  } catch (error) {
    return error as AppError; // safe: the verb throws AppErrors only
  }
  throw new Error('It was carried.');
}

/** The most reply and address buttons, and one more than that. */
const BUTTONS = CHANNELS.flatMap((channel) => {
  const { replyButtons: most, urlButtons: mostLinks } = CAPABILITIES[channel];
  return [
    { channel, kind: 'reply', most, make: replies },
    { channel, kind: 'address', most: mostLinks, make: links },
  ];
});

describe('buttons', () => {
  test.each(BUTTONS.filter(({ most }) => most > 0))(
    '$channel carries $most $kind buttons',
    ({ channel, most, make }) => {
      const buttons = make(most);
      expect(carry(channel, { message: 'x', buttons })).toEqual({ text: 'x', rich: { buttons }, isFallback: false });
    },
  );

  test.each(BUTTONS.filter(({ most }) => most < 10))(
    '$channel refuses one more $kind button than $most, and names what it carries',
    ({ channel, most, make }) => {
      const error = refusalOf(channel, { message: 'x', buttons: make(most + 1) });
      expect(error.code).toBe('unsupported_content');
      expect(error.extras.body).toEqual({ channel, field: 'buttons' });
      expect(error.message).toContain(`${channel} carries text`);
    },
  );

  test.each(CHANNELS.filter((channel) => !CAPABILITIES[channel].mixedButtons))(
    '%s refuses reply and address buttons in one message',
    (channel) => {
      expect(refusalOf(channel, { message: 'x', buttons: [...replies(1), ...links(1)] }).code).toBe(
        'unsupported_content',
      );
    },
  );

  // docs/reference/tt.md#sending
  test.each([
    ['a text above 40 characters', 'x'.repeat(41), 'yes', /40 characters above buttons/],
    ['ids above 40 characters', 'x', 'y'.repeat(41), /ids are at most 40 characters/],
  ])('a card of TikTok refuses %s, or becomes lines of text', (_what, message, id, words) => {
    const given = { message, buttons: [{ id, title: 'Yes' }] };
    expect(refusalOf('tt', given).message).toMatch(words);
    expect(carry('tt', { ...given, fallback: 'text' })).toMatchObject({ text: `${message}\n\n1. Yes`, rich: null });
    expect(
      carry('tt', { message: 'x'.repeat(40), buttons: [{ id: 'y'.repeat(40), title: 'Yes' }] }).rich,
    ).not.toBeNull();
  });

  test('ids that Telegram would cut are refused', () => {
    const buttons = [{ id: 'é'.repeat(33), title: 'x' }];
    expect(refusalOf('tg', { message: 'x', buttons }).message).toContain('64 bytes');
    expect(carry('tg', { message: 'x', buttons: [{ id: 'é'.repeat(32), title: 'x' }] }).rich).not.toBeNull();
  });
});

const ALONE: readonly { field: 'list' | 'location' | 'contacts' | 'poll' | 'post'; given: Partial<SendInput> }[] = [
  { field: 'list', given: { message: 'x', list: LIST } },
  { field: 'location', given: { location: { latitude: 29.3, longitude: 47.9 } } },
  { field: 'contacts', given: { contacts: [{ name: 'Ada', phones: ['+96550000002'] }] } },
  { field: 'poll', given: { poll: { question: 'Tea?', options: ['yes', 'no'], multiple: false } } },
  { field: 'post', given: { post: { id: '7300000000000000001' } } },
];
const CELLS = CHANNELS.flatMap((channel) =>
  ALONE.map(({ field, given }) => ({ channel, field, given, can: CAPABILITIES[channel][field] })),
);

describe('lists, locations, contacts, polls and posts', () => {
  test.each(CELLS.filter(({ can }) => can))('$channel carries $field', ({ channel, field, given }) => {
    expect(Object.keys(carry(channel, given).rich ?? {})).toEqual([field]);
  });

  test.each(CELLS.filter(({ can }) => !can))('$channel refuses $field', ({ channel, field, given }) => {
    expect(refusalOf(channel, given).extras.body).toEqual({ channel, field });
  });

  test.each(CELLS.filter(({ can, field }) => !can && field !== 'poll' && field !== 'post'))(
    '$channel sends $field as lines of text when fallback asks for it',
    ({ channel, given }) => {
      expect(carry(channel, { ...given, fallback: 'text' })).toMatchObject({ rich: null, isFallback: true });
    },
  );

  test('a poll has no text form, because no one could answer it', () => {
    const poll = { question: 'Tea?', options: ['yes', 'no'], multiple: false };
    expect(refusalOf('fb', { poll, fallback: 'text' }).code).toBe('unsupported_content');
  });

  test('a post has no form as text: its address is not known', () => {
    expect(refusalOf('fb', { post: { id: '1' }, fallback: 'text' }).code).toBe('unsupported_content');
  });

  test('contacts on tg need a phone each', () => {
    expect(refusalOf('tg', { contacts: [{ name: 'Ada', emails: ['ada@example.com'] }] }).message).toContain('phone');
  });
});

const OPTIONS: readonly {
  field: string;
  cell: 'mentions' | 'humanAgent' | 'replyTo';
  given: Partial<SendInput>;
}[] = [
  { field: 'mentions', cell: 'mentions', given: { mentions: ['+96550000003'] } },
  { field: 'tag', cell: 'humanAgent', given: { tag: 'human_agent' } },
  { field: 'reply_to', cell: 'replyTo', given: { replyTo: '42' } },
];
const OPTION_CELLS = CHANNELS.flatMap((channel) =>
  OPTIONS.map(({ field, cell, given }) => ({ channel, field, given, can: CAPABILITIES[channel][cell] })),
);

describe('options', () => {
  test('on tt only a text quotes: neither a file alone nor a card does', () => {
    const quoting = { replyTo: '42' };
    for (const given of [{ mediaUrl: 'https://x.example/a.png' }, { message: 'x', buttons: replies(1) }])
      expect(refusalOf('tt', { ...quoting, ...given }).extras.body).toEqual({ channel: 'tt', field: 'reply_to' });
    expect(carry('tt', { ...quoting, message: 'x', mediaUrl: 'https://x.example/a.png' }).text).toBe('x');
    // Lines of text quote.
    expect(carry('tt', { ...quoting, message: 'x', buttons: replies(4), fallback: 'text' }).isFallback).toBe(true);
  });

  test.each(OPTION_CELLS.filter(({ can }) => can))('$channel carries $field', ({ channel, given }) => {
    const to = channel === 'wd' ? '120363001234567890@g.us' : RECIPIENTS[channel];
    expect(carryContent({ channel, to, message: 'x', ...given })).toEqual({ text: 'x', rich: null, isFallback: false });
  });

  test.each(OPTION_CELLS.filter(({ can }) => !can))('$channel refuses $field', ({ channel, field, given }) => {
    expect(refusalOf(channel, { message: 'x', ...given }).extras.body).toEqual({ channel, field });
  });

  test.each(CHANNELS.flatMap((channel) => [true, false].map((preview) => ({ channel, preview }))))(
    '$channel: preview $preview is carried where it is a choice, or what the channel does anyway',
    ({ channel, preview }) => {
      const does = CAPABILITIES[channel].preview;
      const act = () => carry(channel, { message: 'x', preview });
      if (does === 'chosen' || preview === (does === 'always')) expect(act().text).toBe('x');
      else expect(act).toThrow('preview cannot be');
    },
  );

  test('mentions are for groups', () => {
    expect(refusalOf('wd', { message: 'x', mentions: ['+96550000003'] }).message).toContain('groups');
  });
});

test('a template has no text beside it', () => {
  const template = { name: 'hello', language: 'en' };
  expect(carry('wa', { template, message: 'ignored' })).toEqual({ text: '', rich: null, isFallback: false });
});

test('buttons become numbered lines, and an address stays an address', () => {
  const buttons = [
    { id: 'a', title: 'Yes' },
    { title: 'Shop', url: 'https://example.com/shop' },
  ];
  expect(toLines('Shall we?', { buttons })).toBe('Shall we?\n\n1. Yes\n2. Shop: https://example.com/shop');
});

test('rows are numbered across sections', () => {
  const sections = [
    { title: 'Hot', rows: [{ id: 'a', title: 'Tea', description: 'With mint' }] },
    { title: 'Cold', rows: [{ id: 'b', title: 'Juice' }] },
  ];
  expect(toLines('Drinks', { list: { button: 'Choose', sections } })).toBe(
    'Drinks\n\nHot\n1. Tea: With mint\nCold\n2. Juice',
  );
});

test('a location becomes an address of OpenStreetMap', () => {
  const location = { latitude: 29.3759, longitude: 47.9774, name: 'Office', address: 'Kuwait City' };
  expect(toLines('', { location })).toBe(
    'Office\nKuwait City\nhttps://www.openstreetmap.org/?mlat=29.3759&mlon=47.9774#map=16/29.3759/47.9774',
  );
});

test('contacts become their lines', () => {
  const contacts = [
    { name: 'Ada', phones: ['+96550000002'], emails: ['ada@example.com'], organization: 'Engines' },
    { name: 'Bob', phones: ['+96550000003'] },
  ];
  expect(toLines('', { contacts })).toBe('Ada, Engines\n+96550000002\nada@example.com\nBob\n+96550000003');
});

const limits: [Channel, number, number][] = [
  ['wa', 4096, 1024],
  ['wd', 4096, 1024],
  ['tg', 4096, 1024],
  ['fb', 2000, 2000],
  ['tt', 6000, 6000],
];

describe('the length of a message', () => {
  test.each(limits)('on %s is at most %i, with a file %i', (channel, text, withFile) => {
    expect(() => checkLength(channel, 'x'.repeat(text), { hasFile: false })).not.toThrow();
    expect(() => checkLength(channel, 'x'.repeat(withFile), { hasFile: true })).not.toThrow();
    const tooLong = expect.objectContaining({ code: 'invalid_message' });
    expect(() => checkLength(channel, 'x'.repeat(text + 1), { hasFile: false })).toThrow(tooLong);
    expect(() => checkLength(channel, 'x'.repeat(withFile + 1), { hasFile: true })).toThrow(tooLong);
  });

  test('on ig is counted in bytes', () => {
    expect(() => checkLength('ig', 'é'.repeat(500), { hasFile: false })).not.toThrow();
    expect(() => checkLength('ig', 'é'.repeat(501), { hasFile: false })).toThrow();
  });

  test('of a list on tg has what its buttons cannot show, which is written below it', () => {
    const rows = [{ id: 'tea', title: 'Tea', description: 'x'.repeat(72) }];
    const rich = { list: { button: 'Choose', sections: [{ rows }] } };
    expect(() => checkLength('tg', 'x'.repeat(4000), { hasFile: false, rich })).not.toThrow();
    expect(() => checkLength('tg', 'x'.repeat(4090), { hasFile: false, rich })).toThrow(/4096/);
    expect(() => checkLength('wa', 'x'.repeat(4090), { hasFile: false, rich })).not.toThrow();
  });
});
