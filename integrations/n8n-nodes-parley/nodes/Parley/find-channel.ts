import type { IDataObject } from 'n8n-workflow';
import { callParley } from './call-parley';

/** The channels as people call them. */
export const CHANNEL_NAMES: Readonly<Record<string, string>> = {
  wa: 'WhatsApp (Cloud API)',
  wd: 'WhatsApp (linked phone)',
  tg: 'Telegram',
  fb: 'Messenger',
  ig: 'Instagram',
  tt: 'TikTok',
};

/** The connected accounts of the key. */
export async function readAccounts(caller: unknown): Promise<IDataObject[]> {
  const { channels } = await callParley(caller, { action: 'channels', method: 'GET', input: {} });
  return channels as IDataObject[];
}

/** The channel of the account that is connected, or of the one that sends. Throws where it is not the only one. */
export async function findChannel(caller: unknown, from: unknown): Promise<string> {
  const accounts = await readAccounts(caller);
  const isSender = ({ id, name, identifier }: IDataObject): boolean => [id, name, identifier].includes(String(from));
  const found = new Set((from ? accounts.filter(isSender) : accounts).map(({ channel }) => String(channel)));
  const [channel] = found;
  if (channel === undefined) throw new Error('No account is connected: connect one in the console of Parley.');
  if (found.size > 1) throw new Error('Accounts of several channels are connected: choose the channel.');
  return channel;
}
