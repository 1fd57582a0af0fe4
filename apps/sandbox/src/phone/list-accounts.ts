import { fieldsOf, listOf, textIn } from '../http/read-fields.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import type { PhoneChannel } from './phone-chat.ts';

/** An account that a person can write to. */
export interface PhoneAccount {
  id: string;
  name: string;
}

/** The accounts of a channel; those of TikTok and of linked devices come from their control calls. */
export async function listAccounts(
  state: SandboxState,
  channel: PhoneChannel,
  ask: (path: string) => Promise<unknown>,
): Promise<PhoneAccount[]> {
  switch (channel) {
    case 'wa':
      return [...state.whatsapp.phoneNumbers.values()].map(({ id, verifiedName, number }) => ({
        id,
        name: `${verifiedName} (+${number})`,
      }));
    case 'tg':
      return [...state.telegram.bots.values()].map(({ id, username }) => ({ id: String(id), name: `@${username}` }));
    case 'fb':
      return [...state.meta.pages.values()].map(({ id, name }) => ({ id, name }));
    case 'ig':
      return [...state.meta.pages.values()].flatMap(({ instagram }) =>
        instagram ? [{ id: instagram.id, name: `@${instagram.username}` }] : [],
      );
    case 'tt':
      return listOf(fieldsOf(await ask('/sandbox/accounts/tt')).accounts).map((account) => ({
        id: textIn(account, 'openId') ?? '',
        name: `@${textIn(account, 'username') ?? ''}`,
      }));
    case 'wd': {
      const devices = listOf(fieldsOf(await ask('/sandbox/devices')).devices).filter(({ state }) => state === 'paired');
      const numbers = new Set(devices.map((device) => textIn(device, 'number') ?? ''));
      return [...numbers].map((id) => ({ id, name: `+${id}` }));
    }
  }
}
