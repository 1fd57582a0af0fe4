import { AppError } from '@parley/common/errors';
import { IssuerProblem } from '@parley/providers/oidc/issuer-problem';

/** For a step at an issuer: its problem becomes single_sign_on_failed; throws other errors unchanged. */
export function signInFailed(error: unknown): never {
  if (!(error instanceof IssuerProblem)) throw error;
  throw new AppError('single_sign_on_failed', { message: `Single sign-on failed: ${error.message}.`, cause: error });
}
