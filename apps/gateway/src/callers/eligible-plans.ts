/** `any`, or a comma-separated list of plans (PARLEY_ELIGIBLE_PLANS, docs/reference/requests.md#plans). */
export function makeIsEligible(plans: string): (plan: string) => boolean {
  if (plans.trim().toLowerCase() === 'any') return () => true;
  const eligible = new Set(plans.split(',').map((plan) => plan.trim().toLowerCase()));
  return (plan) => eligible.has(plan.trim().toLowerCase());
}
