import { expect, test } from 'vitest';
import { readInboxAddress } from './inbox-address.ts';

const view = 'viw_0123456789';
const note = 'nte_0123456789';

test.each([
  ['nothing', {}, {}],
  ['a conversation', { id: 7 }, { id: 7 }],
  ['a message of a conversation', { id: 7, message: 12 }, { id: 7, message: '12' }],
  ['a message of no conversation', { message: 12 }, {}],
  ['a note of a conversation', { id: 7, message: 12, note }, { id: 7, message: '12', note }],
  ['a note of no conversation', { note }, {}],
  ['a saved view', { view }, { view }],
  ['a conversation in a saved view', { id: 7, view }, { id: 7, view }],
  [
    'filters',
    { status: 'all', channel: 'wa', unread: true, assignee: 'none', q: 7 },
    { status: 'all', channel: 'wa', unread: true, assignee: 'none', q: '7' },
  ],
  ['filters that mean nothing', { status: 'gone', channel: 'fax', unread: 'x', assignee: '<b>', q: '' }, {}],
  ['filters beside a saved view, which has its own', { view, status: 'all' }, { view }],
  ['what means nothing', { id: 'x', message: '0', view: 'viw_<script>' }, {}],
])('an address of the inbox: %s', (_, written, read) => {
  expect(readInboxAddress(written)).toEqual(read);
});
