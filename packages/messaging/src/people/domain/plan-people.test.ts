import { expect, test } from 'vitest';
import { type KnownAddress, type NamedPerson, planPeople } from './plan-people.ts';

const NO_PROFILE = { name: null, username: null, phone: null };
const person = (addresses: string[], reported: Partial<NamedPerson> = {}): NamedPerson => ({
  tenantId: 1,
  channel: 'wa',
  addresses,
  ...NO_PROFILE,
  ...reported,
});
const known = (address: string, contactId: number, names: Partial<KnownAddress> = {}): KnownAddress => ({
  tenantId: 1,
  channel: 'wa',
  address,
  contactId,
  ...NO_PROFILE,
  ...names,
});
const brief = (people: NamedPerson[], addresses: KnownAddress[]) =>
  planPeople(people, addresses).map(({ members, contactId, mergedIds, missing }) => ({
    members,
    contactId,
    mergedIds,
    missing,
  }));

test.each([
  [
    'nobody knows the address: a contact is made',
    [['a']],
    [],
    [{ members: [0], contactId: null, mergedIds: [], missing: ['a'] }],
  ],
  ['the address is known', [['a']], [known('a', 7)], [{ members: [0], contactId: 7, mergedIds: [], missing: [] }]],
  [
    'a further address is added',
    [['a', 'b']],
    [known('a', 7)],
    [{ members: [0], contactId: 7, mergedIds: [], missing: ['b'] }],
  ],
  [
    'the main address is added',
    [['a', 'b']],
    [known('b', 7)],
    [{ members: [0], contactId: 7, mergedIds: [], missing: ['a'] }],
  ],
  [
    'two contacts are one person: the oldest stays',
    [['a', 'b']],
    [known('a', 9), known('b', 4)],
    [{ members: [0], contactId: 4, mergedIds: [9], missing: [] }],
  ],
  [
    'three contacts are one person',
    [['a', 'b', 'c']],
    [known('a', 9), known('b', 4), known('c', 6)],
    [{ members: [0], contactId: 4, mergedIds: [6, 9], missing: [] }],
  ],
  [
    'two addresses of one contact are no merge',
    [['a', 'b']],
    [known('a', 4), known('b', 4)],
    [{ members: [0], contactId: 4, mergedIds: [], missing: [] }],
  ],
  [
    'the same new person twice in a batch is one',
    [['a'], ['a']],
    [],
    [{ members: [0, 1], contactId: null, mergedIds: [], missing: ['a'] }],
  ],
  [
    'two people stay two',
    [['a'], ['b']],
    [],
    [
      { members: [0], contactId: null, mergedIds: [], missing: ['a'] },
      { members: [1], contactId: null, mergedIds: [], missing: ['b'] },
    ],
  ],
  [
    'a third names two of the batch as one',
    [['a'], ['b'], ['c'], ['b', 'a']],
    [],
    [
      { members: [0, 1, 3], contactId: null, mergedIds: [], missing: ['a', 'b'] },
      { members: [2], contactId: null, mergedIds: [], missing: ['c'] },
    ],
  ],
  [
    'two addresses of one contact in two places of the batch are one person',
    [['a'], ['b']],
    [known('a', 4), known('b', 4)],
    [{ members: [0, 1], contactId: 4, mergedIds: [], missing: [] }],
  ],
  [
    'an address that is given twice is one',
    [['a', 'a']],
    [],
    [{ members: [0], contactId: null, mergedIds: [], missing: ['a'] }],
  ],
])('%s', (_, addresses, found, plans) => {
  expect(
    brief(
      addresses.map((list) => person(list)),
      found,
    ),
  ).toEqual(plans);
});

test('another tenant and another channel are other people', () => {
  const people = [person(['a']), person(['a'], { tenantId: 2 }), person(['a'], { channel: 'tg' })];
  expect(brief(people, [known('a', 5)]).map(({ contactId }) => contactId)).toEqual([5, null, null]);
});

test.each([
  ['what is reported is kept', {}, [{ name: 'Ann' }], { name: 'Ann', username: null, phone: null }, true],
  ['null says nothing', { name: 'Ann', phone: '+1' }, [{}], { name: 'Ann', username: null, phone: '+1' }, false],
  [
    'the same name changes nothing',
    { name: 'Ann' },
    [{ name: 'Ann' }],
    { name: 'Ann', username: null, phone: null },
    false,
  ],
  [
    'a new name replaces the one before',
    { name: 'Ann', username: 'ann' },
    [{ name: 'Anna' }],
    { name: 'Anna', username: 'ann', phone: null },
    true,
  ],
  [
    'the last of a batch wins',
    { name: 'Ann' },
    [{ name: 'Bea' }, {}, { name: 'Ann' }],
    { name: 'Ann', username: null, phone: null },
    false,
  ],
])('names: %s', (_, before, reported, names, renamed) => {
  const people = reported.map((names) => person(['a'], names));
  expect(planPeople(people, [known('a', 1, before)])).toMatchObject([{ names, renamed }]);
});

test.each([
  ['a number is its own phone', person(['+4917', 'x']), '+4917'],
  ['what is reported comes first', person(['+4917'], { phone: '+4918' }), '+4918'],
  ['another address is no phone', person(['900', '+4917']), null],
])('a new contact: %s', (_, wanted, phone) => {
  expect(planPeople([wanted], [])).toMatchObject([{ contactId: null, renamed: false, names: { phone } }]);
});

test('a known contact gets no phone from its address', () => {
  expect(planPeople([person(['+4917'])], [known('+4917', 1)])).toMatchObject([
    { names: { phone: null }, renamed: false },
  ]);
});

test('a merge keeps the names of the surviving contact', () => {
  const found = [known('a', 9, { name: 'New' }), known('b', 4, { name: 'Old' })];
  expect(planPeople([person(['a', 'b'])], found)).toMatchObject([{ contactId: 4, names: { name: 'Old' } }]);
});

test('a merged contact passes on its names when the surviving one has none', () => {
  const addresses = [
    known('a', 9, { name: 'Ann', username: 'ann9', phone: '+1' }),
    known('b', 4, { username: 'ann4' }),
    known('c', 6, { name: 'Ann Lee' }),
  ];
  const [plan] = planPeople([person(['a', 'b', 'c'])], addresses);
  expect(plan).toMatchObject({
    contactId: 4,
    renamed: true,
    names: { name: 'Ann Lee', username: 'ann4', phone: '+1' },
  });
});
