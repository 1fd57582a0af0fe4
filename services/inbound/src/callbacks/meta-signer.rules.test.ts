import { signHub } from '@parley/providers/graph/signature';
import { expect, test } from 'vitest';
import { findSigner } from './meta-signer.rules.ts';

const RAW = Buffer.from('{"object":"instagram"}');
const META = { PARLEY_META_APP_SECRET: 'meta' };
const BOTH = { ...META, PARLEY_INSTAGRAM_APP_SECRET: 'instagram' };
const ALL = { ...BOTH, PARLEY_INSTAGRAM_META_APP_SECRET: 'container' };
const ONE_APP = { ...BOTH, PARLEY_INSTAGRAM_META_APP_SECRET: 'meta' };

test.each([
  ['no secret is configured', {}, 'meta', null],
  ['an empty secret is configured', { PARLEY_META_APP_SECRET: '' }, '', null],
  ['the secret is foreign', ALL, 'foreign', null],
  ['the Meta app alone', META, 'meta', { login: null }],
  ['the Meta app, which may contain Instagram’s product', BOTH, 'meta', { login: null }],
  ['the Meta app beside another one of Instagram', ALL, 'meta', { login: 'facebook' }],
  ['the Meta app that contains Instagram’s product', ONE_APP, 'meta', { login: null }],
  ['the Instagram app', BOTH, 'instagram', { login: 'instagram' }],
  ['the Meta app of the Instagram app', ALL, 'container', { login: 'instagram' }],
])('%s', (_, environment, secret, expected) => {
  expect(findSigner(environment, RAW, signHub(RAW, secret))).toEqual(expected);
});

test('a changed body, and a signature of another length, belong to no app', () => {
  expect(findSigner(ALL, Buffer.from('{}'), signHub(RAW, 'instagram'))).toBeNull();
  expect(findSigner(ALL, RAW, 'sha256=')).toBeNull();
});
