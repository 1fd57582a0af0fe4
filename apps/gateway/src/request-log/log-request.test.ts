import type { HttpErrorBody } from '@parley/common/errors';
import { expect, test } from 'vitest';
import { describeAnswer } from './log-request.ts';

const FIELDS = { channel: 'wa', to: '+49 151 1234', message: 'Hello Ann', template: { name: 'order_ready' } };

const described = (answer: Partial<HttpErrorBody>, fields: Record<string, unknown> | null = FIELDS): unknown =>
  JSON.parse(
    describeAnswer('send', fields, {
      ok: false,
      error: 'graph_error',
      message: 'Refused.',
      request_id: 'req_0',
      ...answer,
    }),
  );

test('keeps code, message, problems of fields, provider and delay', () => {
  const details = [{ field: 'to', code: 'invalid_to', message: 'to must have 7 to 15 digits.' }];
  const provider = { name: 'graph', status: 400, code: 131026, message: '(#131026) Undeliverable' } as const;
  const kept = { error: 'invalid_to', message: 'to must have 7 to 15 digits.', details, provider, retry_after: 3 };
  expect(described(kept)).toEqual(kept);
});

test.each([
  ['a text of the request', 'Said Hello Ann twice: Hello Ann.', 'Said ••• twice: •••.'],
  ['a number of the request', 'No chat with +49 151 1234.', 'No chat with •••.'],
  ['a long number', 'Recipient 49-151-1234567 is unknown.', 'Recipient ••• is unknown.'],
  ['an e-mail address', 'Ask ann@example.com.', 'Ask •••'],
])('masks %s in messages', (_, message, masked) => {
  const provider = { name: 'graph', status: 400, code: 1, message } as const;
  const details = [{ field: 'message', code: 'invalid_message', message }];
  expect(described({ message, details, provider })).toMatchObject({
    message: masked,
    details: [{ message: masked }],
    provider: { message: masked },
  });
});

test('keeps values that the log shows in the request', () => {
  const message = 'The template order_ready is not approved for wa.';
  expect(described({ message })).toMatchObject({ message });
});

test('drops the name of a field that the action does not have, and the message about it', () => {
  const message = 'Ann Miller is not a known field.';
  const answers = [
    described({ message, details: [{ field: 'Ann Miller', code: 'invalid_field', message }] }),
    described({ message, details: [{ field: 'template.Ann', code: 'invalid_field', message }] }, null),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ details: [{ field: '•••' }] });
    expect(JSON.stringify(answer)).not.toContain('Ann');
  }
});

test('drops messages where there are too many values to mask, and is truncated', () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`field_${n}`, `value ${n}`]));
  expect(described({}, many)).toEqual({ error: 'graph_error' });
  const details = Array.from({ length: 50 }, () => ({
    field: 'message',
    code: 'invalid_message',
    message: 'x'.repeat(9000),
  }));
  const answer = { ok: false, error: 'e', message: 'y'.repeat(9000), details, request_id: 'req_0' } as const;
  expect(describeAnswer('send', FIELDS, answer).length).toBeLessThanOrEqual(4000);
});
