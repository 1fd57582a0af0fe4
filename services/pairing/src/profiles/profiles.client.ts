import { at } from '@parley/common/at';
import type { DeviceProfileAct, DeviceProfileOutcome } from '@parley/common/contracts/internal/manage-device-profile';
import type { WASocket } from 'baileys';
import { NOT_CONNECTED } from '../network/acks.client.ts';
import type { Limits } from '../network/limits.client.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { networkCodeOf, queryFailureOf } from '../network/query-failure.client.ts';
import {
  addressOf,
  jidOfAddress,
  lidOf,
  type OwnJids,
  phoneOf,
  type ResolvePhone,
} from '../received/read-person.client.ts';
import type { FindRecipient } from '../sends/find-recipient.client.ts';
import type { NumberPace } from '../sends/send.rules.ts';
import type { Pictures } from './pictures.client.ts';

interface ProfilesOptions {
  lib: Baileys;
  sock: WASocket;
  isOpen(): boolean;
  limits: Limits;
  me(): OwnJids | null;
  resolve: ResolvePhone;
  findRecipient: FindRecipient;
  /** The pace of the connection at which people are looked up. */
  pace: NumberPace;
  pictures: Pick<Pictures, 'read' | 'find'>;
}

type ActOf<T extends DeviceProfileAct['type']> = Extract<DeviceProfileAct, { type: T }>;

const ABSENT_CODE = 404;
const ABSENT: DeviceProfileOutcome = { outcome: 'absent' };

/** Acts on the profile and the block list of a device (docs/reference/profiles.md). */
export function makeProfiles(options: ProfilesOptions) {
  const { lib, sock, isOpen, limits, me, resolve, findRecipient, pace, pictures } = options;

  function ownAddress(): string {
    const address = addressOf(me()?.id);
    if (address === null) throw new Error('The number of the phone is unknown.');
    return address;
  }

  async function readAbout(jid: string): Promise<string | null> {
    const found = await sock.fetchStatus(jid);
    if (!found) throw new Error('The network did not say what the phone shows.');
    // safe: the shape that the library's own parser of the status protocol returns
    const about = found[0]?.status as { status: string | null } | undefined;
    return about?.status || null;
  }

  async function read(): Promise<DeviceProfileOutcome> {
    const address = ownAddress();
    const jid = jidOfAddress(address);
    const retryAfterMs = pace.take(1);
    if (retryAfterMs > 0) return { outcome: 'paced', retryAfterMs };
    const [about, picture] = await Promise.all([readAbout(jid), pictures.read(jid, 'full')]);
    return { outcome: 'profile', address, about, picture: picture?.toString('base64') ?? null };
  }

  /** The library's own call needs a program that scales images, and scales what has been scaled already. */
  async function setPicture(base64: string): Promise<void> {
    const picture = { tag: 'picture', attrs: { type: 'image' }, content: Buffer.from(base64, 'base64') };
    await sock.query({
      tag: 'iq',
      attrs: { to: lib.S_WHATSAPP_NET, type: 'set', xmlns: 'w:profile:picture' },
      ...(base64 === '' ? {} : { content: [picture] }),
    });
  }

  async function update({ about, picture }: ActOf<'update'>): Promise<DeviceProfileOutcome> {
    if (about !== undefined) await sock.updateProfileStatus(about);
    if (picture !== undefined) await setPicture(picture);
    return { outcome: 'done', address: ownAddress() };
  }

  /** A blocked person by an entry of the network's list. */
  async function blockedOf(id: string): Promise<{ address: string; lid: string | null }> {
    const lid = lidOf(id);
    const phone = lid === null ? id : phoneOf(await resolve(lid));
    return { address: phone ?? id, lid };
  }

  async function listBlocked({ after, limit, only }: ActOf<'blocked'>): Promise<DeviceProfileOutcome> {
    const found = (await sock.fetchBlocklist()).flatMap((jid) => addressOf(jid) ?? []);
    const ids = [...new Set(found)].toSorted().filter((id) => after === null || id > after);
    if (only !== undefined) {
      const people = (await Promise.all(ids.map(blockedOf))).filter(({ address, lid }) =>
        [address, lid].includes(only),
      );
      return { outcome: 'blocked', people, next: null };
    }
    const people = await Promise.all(ids.slice(0, limit).map(blockedOf));
    return { outcome: 'blocked', people, next: ids.length > limit ? at(ids, limit - 1) : null };
  }

  async function changeBlock({ type, address }: ActOf<'block' | 'unblock'>): Promise<DeviceProfileOutcome> {
    const retryAfterMs = pace.take(1);
    if (retryAfterMs > 0) return { outcome: 'paced', retryAfterMs };
    const jid = await findRecipient(address);
    if (jid === null) return ABSENT;
    const phone = phoneOf(jid) ?? phoneOf(await resolve(jid));
    const lid = lidOf(jid) ?? lidOf(await sock.signalRepository.lidMapping.getLIDForPN(jid));
    // The network takes hidden ids, and for a new block the number, too.
    if (lid === null || (type === 'block' && phone === null)) return ABSENT;
    await sock.updateBlockStatus(jid, type);
    return { outcome: 'done', address: phone ?? lid };
  }

  function perform(act: DeviceProfileAct): Promise<DeviceProfileOutcome> {
    switch (act.type) {
      case 'read':
        return read();
      case 'update':
        return update(act);
      case 'picture':
        return pictures.find(act.address, act.size);
      case 'blocked':
        return listBlocked(act);
      case 'block':
      case 'unblock':
        return changeBlock(act);
    }
  }

  /** Performs an act by `deadline` (ms since the epoch). Never throws. */
  return async (act: DeviceProfileAct, deadline: number): Promise<DeviceProfileOutcome> => {
    if (!isOpen() || Date.now() >= deadline)
      return { outcome: 'refused', status: null, message: NOT_CONNECTED.message };
    try {
      return await limits.within('The act on the profile', perform(act), deadline);
    } catch (error) {
      return 'address' in act && networkCodeOf(error) === ABSENT_CODE ? ABSENT : queryFailureOf(error);
    }
  };
}
