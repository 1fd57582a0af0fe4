import type { MemberSecrets } from '../domain/member.ts';
import { hashRecoveryCode } from '../domain/recovery-code.ts';
import { matchTotp, TOTP_PURPOSE } from '../domain/totp.ts';
import type { AccountsService } from '../service.ts';
import { takeRecoveryCode, takeTotpStep } from '../storage/person-store.ts';

/** Accepts a code of the authenticator or a recovery code, each once (docs/reference/console.md#second-factor). */
export async function checkCode(
  { database, cipher, now }: AccountsService,
  { personId, totpSecret, totpStep }: MemberSecrets,
  code: string,
): Promise<boolean> {
  if (totpSecret === null) return false;
  const secret = cipher.decrypt(totpSecret, TOTP_PURPOSE);
  const step = matchTotp(secret, code.trim(), { at: now(), lastStep: totpStep });
  return step === null
    ? takeRecoveryCode(database, personId, hashRecoveryCode(code))
    : takeTotpStep(database.prisma, personId, step);
}
