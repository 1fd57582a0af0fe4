import type { BinaryNode } from 'baileys';
import type { NetworkState, Person } from '../state/network-state.ts';
import { findPerson } from '../state/people.ts';
import type { Answer, Answerer, Query } from './answer-iq.ts';
import type { ManageProfiles } from './manage-profiles.ts';
import { bytesOf, part, stanza } from './stanza.ts';

const DONE: Answer = { content: undefined };
const BAD_REQUEST: Answer = { error: 400, text: 'bad-request' };
const NOT_AUTHORIZED: Answer = { error: 401, text: 'not-authorized' };
const FORBIDDEN: Answer = { error: 403, text: 'forbidden' };
const ABSENT: Answer = { error: 404, text: 'item-not-found' };
const NOT_ACCEPTABLE: Answer = { error: 406, text: 'not-acceptable' };

const MAX_ABOUT = 139;
const MAX_PICTURE_BYTES = 100 * 1024;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

interface ProfileQueries {
  state: NetworkState;
  profiles: ManageProfiles;
  /** Stores a file where the network serves pictures. */
  storeMedia(bytes: Buffer): Promise<{ url: string; directPath: string }>;
}

/** `status`, `w:profile:picture` and `blocklist`: profiles and blocked people (docs/reference/wd.md#queries). */
export function answerProfileQueries({ state, profiles, storeMedia }: ProfileQueries) {
  /** Applies the setting that makes the network fail. */
  const withFaults =
    (answer: Answerer): Answerer =>
    async (query) => {
      if (state.settings.profileQueries === 'overlimit') return { error: 429, text: 'rate-overlimit' };
      if (state.settings.profileQueries === 'refused') return NOT_ACCEPTABLE;
      const answered = await answer(query);
      return state.settings.profileQueries === 'unanswered' ? 'nothing' : answered;
    };

  async function answerPicture(query: Query): Promise<Answer | 'nothing'> {
    const { device, iq, asked } = query;
    const { target } = iq.attrs;
    const person = target === undefined ? device.owner : findPerson(state, target);
    if (iq.attrs.type === 'set') return setPicture(profiles, device.owner, person, asked);
    if (!person) return ABSENT;
    const isOwn = person === device.owner;
    // The real network never answers a token for the account itself.
    if (isOwn && part(asked, 'tctoken')) return 'nothing';
    const { profile } = person;
    if (!isOwn) {
      profile.asked++;
      profile.askedBy.add(device);
      if (profile.isHidden || profile.blocked.has(device.owner)) return NOT_AUTHORIZED;
    }
    if (!profile.picture) return ABSENT;
    const { url, directPath } = await storeMedia(profile.picture.bytes);
    const attrs = { id: profile.picture.id, type: asked?.attrs.type ?? 'image', url, direct_path: directPath };
    return { content: [stanza('picture', attrs)] };
  }

  return {
    status: withFaults(({ device, iq, asked }) => {
      if (iq.attrs.type !== 'set' || asked?.tag !== 'status') return BAD_REQUEST;
      const about = bytesOf(asked)?.toString('utf8') ?? '';
      if ([...about].length > MAX_ABOUT) return NOT_ACCEPTABLE;
      device.owner.profile.about = about;
      return DONE;
    }),
    'w:profile:picture': withFaults(answerPicture),
    blocklist: withFaults(({ device, iq, asked }) =>
      iq.attrs.type === 'set' ? changeBlockList(state, device.owner, asked) : listBlocked(device.owner),
    ),
  };
}

function setPicture(
  profiles: ManageProfiles,
  owner: Person,
  person: Person | undefined,
  asked: BinaryNode | undefined,
): Answer {
  if (person !== owner) return FORBIDDEN;
  if (!asked) {
    profiles.setPicture(owner, null);
    return DONE;
  }
  const bytes = bytesOf(asked);
  if (asked.tag !== 'picture' || !bytes) return BAD_REQUEST;
  if (bytes.length > MAX_PICTURE_BYTES || !bytes.subarray(0, JPEG.length).equals(JPEG)) return NOT_ACCEPTABLE;
  profiles.setPicture(owner, bytes);
  return { content: [stanza('picture', { id: owner.profile.picture?.id })] };
}

const listBlocked = ({ profile }: Person): Answer => ({
  content: [
    stanza(
      'list',
      {},
      [...profile.blocked].map(({ lid }) => stanza('item', { jid: lid })),
    ),
  ],
});

function changeBlockList(state: NetworkState, owner: Person, asked: BinaryNode | undefined): Answer {
  const { action, jid = '', pn_jid: phoneJid } = asked?.attrs ?? {};
  if (asked?.tag !== 'item' || !jid.endsWith('@lid')) return BAD_REQUEST;
  const person = findPerson(state, jid);
  if (!person || person === owner) return ABSENT;
  if (action === 'unblock') owner.profile.blocked.delete(person);
  else if (action !== 'block' || phoneJid !== person.jid) return BAD_REQUEST;
  else owner.profile.blocked.add(person);
  return DONE;
}
