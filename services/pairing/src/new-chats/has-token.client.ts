import type { SignalKeyStore } from 'baileys';
import { lidOf } from '../received/read-person.client.ts';

/**
 * Whether a person has given the account a token: then they have a chat, also when Parley has never seen a message of it
 * (docs/reference/wd.md#trusted-contact-tokens). `to`: `+` and digits, or a hidden id.
 */
export function makeHasToken(keys: Pick<SignalKeyStore, 'get'>) {
  async function namesOf(to: string): Promise<string[]> {
    if (lidOf(to) === to) return [to];
    const digits = to.slice(1);
    const lid = (await keys.get('lid-mapping', [digits]))[digits];
    return [`${digits}@s.whatsapp.net`, ...(lid ? [`${lid}@lid`] : [])];
  }

  return async (to: string): Promise<boolean> => {
    const tokens = await keys.get('tctoken', await namesOf(to));
    // The entry of a person whom only the account gave one has an empty token.
    return Object.values(tokens).some(({ token }) => token.length > 0);
  };
}
