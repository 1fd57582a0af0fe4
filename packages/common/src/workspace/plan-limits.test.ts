import { describe, expect, test } from 'vitest';
import { checkPlanLimit, mostOf, PlanLimitsText } from './plan-limits.ts';

describe('limits by plan', () => {
  const limits = PlanLimitsText.parse('keys=3,enterprise.keys=500,a.b.recipients=7');

  test.each([
    ['standard', 'keys', 3],
    ['enterprise', 'keys', 500],
    ['enterprise', 'recipients', 100],
    ['a.b', 'recipients', 7],
    ['constructor', 'keys', 3],
  ] as const)('of %s for %s is %i', (plan, what, most) => {
    expect(mostOf(limits, plan, what)).toBe(most);
  });

  test('are 50 keys and 100 recipients by default', () => {
    expect(mostOf(undefined, 'standard', 'keys')).toBe(50);
    expect(mostOf(undefined, 'standard', 'recipients')).toBe(100);
  });

  test.each(['keys', 'keys=', 'bots=1', 'keys=1,', '.keys=1', 'keys=-1'])('are not read from %j', (text) => {
    expect(PlanLimitsText.safeParse(text).success).toBe(false);
  });

  test('are named in the error', () => {
    const full = { plan: 'standard', has: 3 };
    expect(() => checkPlanLimit(limits, 'keys', full)).toThrow('The plan standard allows 3 API keys.');
    expect(() => checkPlanLimit(limits, 'keys', { ...full, has: 2, madeInDay: 12 })).toThrow(
      'The plan standard allows 12 new API keys in 24 hours, revoked ones included.',
    );
    expect(() => checkPlanLimit(limits, 'keys', { ...full, has: 2, madeInDay: 11 })).not.toThrow();
  });
});
