import { expect, test } from 'vitest';
import { readSignInAddress } from './sign-in-address.ts';

const next = '/console/inbox?id=7&status=open#x';

test.each([
  ['nothing', {}, {}],
  ['a page to go on to', { next }, { next }],
  ['a session that has ended', { next, ended: true }, { next, ended: true }],
  ['another site', { next: 'https://evil.example/console/' }, {}],
  ['another site without a protocol', { next: '//evil.example/console/' }, {}],
  ['another page of ours', { next: '/docs' }, {}],
  ['what is like the console', { next: '/consoles' }, {}],
  ['a backslash', { next: '/console/\\evil.example' }, {}],
  ['what means nothing', { next: 7, ended: 'yes' }, {}],
])('an address of the sign-in page: %s', (_, written, read) => {
  expect(readSignInAddress(written)).toEqual(read);
});
