import type { CallContext } from '@parley/common/call-context';
import type { MemberSecrets } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findMe } from './find-me.ts';
import { proveSecret } from './prove-secret.ts';

/** The calling member, after a check of their password. Errors: wrong_credentials, permission_denied, rate_limited. */
export async function proveMe(
  service: AccountsService,
  password: string,
  context: CallContext,
): Promise<MemberSecrets> {
  const member = await findMe(service, context);
  const check = () => service.passwords.verify(member.passwordHash, password);
  await proveSecret(service, member, { check, refusal: 'wrong_credentials' }, context);
  return member;
}
