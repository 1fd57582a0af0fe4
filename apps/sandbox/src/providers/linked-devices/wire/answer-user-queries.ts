import type { BinaryNode } from 'baileys';
import type { NetworkState, Person } from '../state/network-state.ts';
import { findPerson } from '../state/people.ts';
import type { Answerer } from './answer-iq.ts';
import { bytesOf, part, parts, stanza } from './stanza.ts';

/** `usync`: whether numbers exist, their lids, their devices (docs/reference/wd.md#queries). */
export function answerUserQueries(state: NetworkState): Answerer {
  return ({ device, asked }) => {
    if (asked?.tag !== 'usync') return undefined;
    const protocols = parts(part(asked, 'query')).map(({ tag }) => tag);
    const users = parts(part(asked, 'list')).map((user) =>
      describeUser(state, user, { protocols, asker: device.owner }),
    );
    const { sid, mode = 'query', context = 'interactive' } = asked.attrs;
    return { content: [stanza('usync', { sid, mode, context, index: 0, last: 'true' }, [stanza('list', {}, users)])] };
  };
}

function describeUser(
  state: NetworkState,
  user: BinaryNode,
  { protocols, asker }: { protocols: string[]; asker: Person },
): BinaryNode {
  const asked = user.attrs.jid;
  const phone = bytesOf(part(user, 'contact'))?.toString().replace(/\D/g, '') ?? '';
  const jid = asked ?? `${phone}@s.whatsapp.net`;
  const person = findPerson(state, jid);
  const facts = protocols.flatMap((protocol) => {
    if (protocol === 'contact') return [stanza('contact', { type: person ? 'in' : 'out' })];
    if (!person) return [];
    // A query by lid returns no lid: the client would store it as its own lid.
    if (protocol === 'lid') return jid.endsWith('@lid') ? [] : [stanza('lid', { val: person.lid })];
    if (protocol === 'status') return [describeAbout(person, asker)];
    if (protocol === 'devices') return [stanza('devices', {}, [stanza('device-list', {}, deviceList(person))])];
    return [];
  });
  return stanza('user', { jid }, facts);
}

/** The about of a person; 401 if they hide it from the one who asks. */
const describeAbout = (person: Person, asker: Person): BinaryNode =>
  person !== asker && (person.profile.isHidden || person.profile.blocked.has(asker))
    ? stanza('status', { code: 401 })
    : stanza('status', { t: 1_700_000_000 }, Buffer.from(person.profile.about));

function deviceList(person: Person): BinaryNode[] {
  const linked = [...person.devices.values()].filter((device) => device.state === 'paired');
  return [
    stanza('device', { id: 0 }),
    ...linked.map(({ index }) => stanza('device', { id: index, 'key-index': index })),
  ];
}
