import type { MemberSecrets } from '../domain/member.ts';
import { hashRecoveryCode } from '../domain/recovery-code.ts';
import { matchTotp } from '../domain/totp.ts';

export interface CheckCodeDeps {
  /** False when a code of this period or a later one was used already. */
  takeTotpStep(personId: number, step: number): Promise<boolean>;
  /** False when the person has no such code, or it was used. */
  takeRecoveryCode(personId: number, codeHash: string): Promise<boolean>;
  decryptSecret(sealed: string): string;
  now(): Date;
}

/** Accepts a code of the authenticator or a recovery code, each once (docs/reference/console.md#second-factor). */
export type CheckCode = (member: MemberSecrets, code: string) => Promise<boolean>;

export function makeCheckCode({ takeTotpStep, takeRecoveryCode, decryptSecret, now }: CheckCodeDeps): CheckCode {
  return async ({ personId, totpSecret, totpStep }, code) => {
    if (totpSecret === null) return false;
    const step = matchTotp(decryptSecret(totpSecret), code.trim(), { at: now(), lastStep: totpStep });
    return step === null ? takeRecoveryCode(personId, hashRecoveryCode(code)) : takeTotpStep(personId, step);
  };
}
