import { expect, test } from 'vitest';
import { describeFields } from './describe-fields.ts';

test.each([
  [
    'what a person is told, and who they are',
    { to: '+4915112345678', message: 'Hello' },
    { to: '•••', message: '•••' },
  ],
  ['a phone given as a number', { to: 4915112345678, limit: 20 }, { to: '•••', limit: 20 }],
  [
    'secrets, at any depth',
    { bot_token: '1:a', deep: { api_key: 'pk_1' } },
    { bot_token: '•••', deep: { api_key: '•••' } },
  ],
  ['a long text under a name that is shown', { type: 'x'.repeat(101) }, { type: '•••' }],
])('%s is masked', (_, fields, shown) => {
  expect(JSON.parse(describeFields(fields))).toEqual(shown);
});

test('shows what was chosen, and that a field was given', () => {
  const fields = { channel: 'wa', conversation_id: 7, preview: true, variables: ['Ann'], media: null };
  expect(JSON.parse(describeFields(fields))).toEqual({ ...fields, variables: ['•••'] });
});

test('is cut to a bound, however many fields there are', () => {
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field_${n}`, n]));
  expect(describeFields(fields)).toHaveLength(2000);
  expect(describeFields(null)).toBe('');
});
