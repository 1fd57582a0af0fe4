import { expect, test } from 'vitest';
import { codeOf, groupError, inviteError, linkOf, personResult } from './group.rules.ts';

// docs/reference/groups.md#errors
test('each failure is an error that says what helps, and only the network’s own refusal is device_error', () => {
  const refused = (status: number | null) => groupError({ outcome: 'refused', status, message: 'no' });
  expect(groupError({ outcome: 'paced', reason: 'adds', retryAfterMs: 1500 })).toMatchObject({
    ...{ code: 'rate_limited', status: 429, extras: { retry_after: 2 } },
  });
  expect(groupError({ outcome: 'absent' })).toMatchObject({ code: 'unknown_group', status: 404 });
  expect(groupError({ outcome: 'forbidden' })).toMatchObject({ code: 'not_group_admin', status: 403 });
  expect(groupError({ outcome: 'unknown', message: 'late' })).toMatchObject({ code: 'provider_timeout' });
  expect(refused(429)).toMatchObject({ code: 'rate_limited', extras: { retry_after: 60 } });
  expect(refused(406)).toMatchObject({ code: 'device_error', extras: { provider: { name: 'device', status: 406 } } });
  expect(refused(null)).toMatchObject({ code: 'device_error' });
  expect(inviteError({ outcome: 'refused', status: 410, message: 'gone' })).toMatchObject({ code: 'invalid_invite' });
  expect(inviteError({ outcome: 'refused', status: 419, message: 'full' })).toMatchObject({ code: 'group_full' });
  expect(inviteError({ outcome: 'absent' })).toBeNull();
});

// docs/reference/groups.md#members
test('a person’s code becomes a reason; privacy says to send the invite link', () => {
  const result = (status: number, isAdding = true) => personResult({ address: '+1', status }, isAdding);
  expect(result(200)).toEqual({ address: '+1', ok: true, error: null, message: null });
  expect(result(403)).toMatchObject({
    error: 'only_contacts_may_add',
    message: expect.stringContaining('invite link'),
  });
  expect([result(404).error, result(404, false).error]).toEqual(['not_on_network', 'not_found']);
  expect([401, 408, 409, 500, 417].map((status) => result(status).error)).toEqual([
    ...['blocked', 'left_recently', 'already_member', 'group_full', 'refused'],
  ]);
});

test('a link is its code, and a bare code stays', () => {
  expect(codeOf(linkOf('Abc123'))).toBe('Abc123');
  expect(codeOf('Abc123')).toBe('Abc123');
});
