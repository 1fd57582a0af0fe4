import { describe, expect, test } from 'vitest';
import { graphFailure } from './graph-error.ts';

const answerOf = (code: number, subcode?: number, status = 400) => ({
  status,
  headers: {},
  retryAfterMs: null,
  body: { error: { message: 'No.', type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'A1' } },
});
const outcomeOf = (code: number, subcode?: number, status?: number) => {
  const failure = graphFailure(answerOf(code, subcode, status));
  if (failure.kind !== 'refused') return { kind: failure.kind, code: failure.provider.code };
  const { kind, channelBroken, safeToRetry, provider } = failure;
  return { kind, channelBroken, safeToRetry, code: provider.code };
};

// docs/reference/ig.md#errors
describe('a call of Instagram that is refused', () => {
  test.each([
    ['the token has ended', 190, 463],
    ['the password was changed', 190, 460],
    ['the person removed the app', 190, 458],
    ['the session is not valid', 190, 467],
  ])('because %s ends the channel', (_why, code, subcode) => {
    expect(outcomeOf(code, subcode)).toEqual({ kind: 'refused', channelBroken: true, safeToRetry: false, code });
  });

  test.each([
    ['the window is closed', 10, 2_534_022],
    ['there is no such person', 100, 2_534_014],
    ['the person cannot be reached', 551, undefined],
    ['messages are switched off in the app', 200, 2_534_041],
    ['the account is blocked from the API', 100, 2_534_029],
    ['the account is restricted', 10, 1_893_063],
    ['a permission is missing', 10, undefined],
    ['a permission is missing for the asset', 200, undefined],
    ['the page is busy without saying for how long', 2, undefined],
  ])('because %s is not repeated, and leaves the channel', (_why, code, subcode) => {
    expect(outcomeOf(code, subcode)).toEqual({ kind: 'refused', channelBroken: false, safeToRetry: false, code });
  });

  test('because of a rate limit is repeated: nothing was sent', () => {
    expect(outcomeOf(613, 2_534_040)).toMatchObject({ channelBroken: false, safeToRetry: true });
  });
});

// docs/reference/threads.md
test.each([
  ['a take by an app that is not the escalation partner', 2_494_191, undefined],
  ['a take before the page has a default application', 27, undefined],
  ['an act on a thread of another app', 100, undefined],
  ['an act without the permission for the page', 210, undefined],
  ['a person who has not written', 230, undefined],
  ['a send while another app has the thread', 10, 2_018_300],
  ['a call that another app answers', 138_038, undefined],
])('%s is refused and not repeated: code %i', (_what, code, subcode) => {
  expect(outcomeOf(code, subcode)).toEqual({ kind: 'refused', channelBroken: false, safeToRetry: false, code });
});

// docs/reference/wa.md#errors
test.each([
  ['a number on the app that sends too fast', 130_429, true],
  ['a number that is offboarded', 133_010, false],
  ['a certificate that is missing', 131_045, false],
  ['a history that was requested before', 2_593_107, false],
  ['a history that is requested too late', 2_593_108, false],
])('%s: code %i, certainly not sent: %s', (_what, code, safeToRetry) => {
  expect(outcomeOf(code)).toEqual({ kind: 'refused', channelBroken: false, safeToRetry, code });
});
