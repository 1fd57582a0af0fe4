/** The scope of the deployment's platform webhook, which belongs to no tenant. */
const DEPLOYMENT = 0;

/** The scope of a webhook: its tenant's id, or without a slug 0, the deployment. Errors: unknown_tenant. */
export const makeScopeOf =
  (tenantOf: (slug: string) => Promise<number>) =>
  async (slug: string | undefined): Promise<number> =>
    slug === undefined ? DEPLOYMENT : tenantOf(slug);
