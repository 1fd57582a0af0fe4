import { describe, expect, test } from 'vitest';
import { NOT_SENT } from './delivery.rules.ts';
import { buildRequest, secretsAt, sentHeaders } from './request.rules.ts';

const HOUR_MS = 3600 * 1000;
const rotatedAt = new Date('2026-11-20T12:00:00.000Z');
const after = (ms: number) => new Date(rotatedAt.getTime() + ms);
const newest = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const previous = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const rotated = { newest, previous, previousUntil: after(24 * HOUR_MS) };

describe('the secrets of an attempt', () => {
  test.each([
    [
      'of a webhook that was never rotated',
      { newest, previous: null, previousUntil: null },
      0,
      { newest, previous: null },
    ],
    ['before the rotation', rotated, -HOUR_MS, null],
    ['too close to the rotation to be certain', rotated, 30_000, null],
    ['while both count', rotated, HOUR_MS, { newest, previous }],
    ['too close to the end of the secret before', rotated, 24 * HOUR_MS + 30_000, null],
    ['after the secret before has ended', rotated, 25 * HOUR_MS, { newest, previous: null }],
  ])('%s', (_when, secrets, ms, expected) => {
    expect(secretsAt(secrets, after(ms))).toEqual(expected);
  });
});

describe('the headers of an attempt', () => {
  const event = {
    eventId: 'evt_1',
    type: 'message.received',
    instanceId: 'ins_1',
    createdMs: 0,
    data: '{"n":1}',
    platform: null,
  };
  const secrets = { newest, previous: null, previousUntil: null };

  test('equal the sent ones, and contain no secret', () => {
    const headers = sentHeaders(event, { at: rotatedAt, error: 'ECONNRESET' }, secrets);
    expect(headers).toEqual(buildRequest(event, secrets, rotatedAt).headers);
    expect(JSON.stringify(headers)).not.toContain(newest.slice('whsec_'.length));
  });

  test('lack signatures where the secret is uncertain', () => {
    const headers = sentHeaders(event, { at: after(-HOUR_MS), error: null }, rotated);
    expect(Object.keys(headers ?? {}).filter((name) => name.includes('signature'))).toEqual([]);
    expect(headers).toMatchObject({ 'webhook-id': 'evt_1', 'x-service-event': 'message.received' });
    expect(sentHeaders(event, { at: rotatedAt, error: null }, null)).toEqual(
      sentHeaders(event, { at: rotatedAt, error: null }, { ...rotated, previousUntil: after(48 * HOUR_MS) }),
    );
  });

  test('are null where nothing was sent', () => {
    expect(sentHeaders(event, { at: rotatedAt, error: `${NOT_SENT}The address is not public.` }, secrets)).toBeNull();
  });
});
