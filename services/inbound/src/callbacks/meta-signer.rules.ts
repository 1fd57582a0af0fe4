import { verifyHubSignature } from '@parley/providers/graph/signature';
import type { Environment } from '@parley/runtime/environment';

/** The login whose app sends an account's webhooks. */
export type Login = 'facebook' | 'instagram';

export type SignerEnvironment = Partial<
  Pick<Environment, 'PARLEY_META_APP_SECRET' | 'PARLEY_INSTAGRAM_APP_SECRET' | 'PARLEY_INSTAGRAM_META_APP_SECRET'>
>;

/**
 * Which app signed a callback; null: none of ours. Instagram's product signs with its own secret, or with that of the
 * Meta app that contains it, so every secret is compared, always, in constant time. The login is certain only where no
 * other app may have used the secret.
 */
export function findSigner(
  environment: SignerEnvironment,
  raw: Uint8Array,
  signature: string,
): { login: Login | null } | null {
  const {
    PARLEY_META_APP_SECRET: meta = '',
    PARLEY_INSTAGRAM_APP_SECRET: instagram = '',
    PARLEY_INSTAGRAM_META_APP_SECRET: container = '',
  } = environment;
  const [byMeta, byInstagram, byContainer] = [meta, instagram, container].map((secret) =>
    verifyHubSignature(raw, signature, secret),
  );
  if (byMeta && !byInstagram && !byContainer) return { login: container === '' ? null : 'facebook' };
  if (byMeta) return { login: null };
  return byInstagram || byContainer ? { login: 'instagram' } : null;
}
