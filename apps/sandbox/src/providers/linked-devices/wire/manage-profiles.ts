import { randomInt } from 'node:crypto';
import type { Person } from '../state/network-state.ts';
import { queueNode } from './deliver-stanza.ts';
import { stanza } from './stanza.ts';

export type ManageProfiles = ReturnType<typeof makeManageProfiles>;

/** Changes people's pictures; devices that have asked for one are notified (docs/reference/wd.md#queries). */
export function makeManageProfiles({ now }: { now: () => number }) {
  let lastId = 0;
  return {
    /** Null removes the picture. */
    setPicture(person: Person, bytes: Buffer | null): void {
      const { profile } = person;
      profile.picture = bytes && { id: String(randomInt(2 ** 47)), bytes };
      const change = profile.picture
        ? stanza('set', { jid: person.jid, id: profile.picture.id })
        : stanza('delete', { jid: person.jid });
      const t = Math.floor(now() / 1000);
      for (const device of profile.askedBy) {
        const attrs = { from: person.jid, type: 'picture', id: `picture-${++lastId}`, t };
        if (device.state === 'paired') queueNode(device, stanza('notification', attrs, [change]));
      }
    },
  };
}
