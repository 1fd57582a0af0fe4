import type { ChannelConnectService } from '../service.ts';
import { deleteEndedLinks } from './link.store.ts';

const FORGET_AFTER_MS = 24 * 3_600_000;

/** Deletes links that ended a day ago; true when more may be waiting. */
export async function forgetLinks({ database, now }: ChannelConnectService): Promise<boolean> {
  return (await deleteEndedLinks(database, new Date(now().getTime() - FORGET_AFTER_MS))) > 0;
}
