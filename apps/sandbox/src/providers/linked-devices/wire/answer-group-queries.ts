import type { Group, NetworkState, Person } from '../state/network-state.ts';
import { findGroupByCode, setGroup, setWithoutGroup } from './answer-group-sets.ts';
import type { Answer, Answerer, Query } from './answer-iq.ts';
import { describeGroup, describePerson } from './describe-group.ts';
import type { ManageGroups } from './manage-groups.ts';
import { stanza } from './stanza.ts';

/** The address of queries that name no group. */
const ALL_GROUPS = '@g.us';

/** `w:g2`: groups of the device's owner, and their changes (docs/reference/wd.md#queries). */
export function answerGroupQueries(state: NetworkState, groups: ManageGroups): Answerer {
  return (query) => {
    if (state.settings.groupQueries === 'overlimit') return { error: 429, text: 'rate-overlimit' };
    const answer = answerQuery(state, groups, query);
    return state.settings.groupQueries === 'unanswered' && query.iq.attrs.type === 'set' ? 'nothing' : answer;
  };
}

function answerQuery(state: NetworkState, groups: ManageGroups, query: Query): Answer {
  const { device, iq, asked } = query;
  const { owner } = device;
  const isSet = iq.attrs.type === 'set';
  if (iq.attrs.to === ALL_GROUPS) {
    if (isSet) return setWithoutGroup(state, groups, query);
    if (asked?.tag === 'invite') return inviteInfo(state, asked.attrs.code);
    const own = [...state.groups.values()].filter((group) => group.members.has(owner));
    return {
      content: [
        stanza(
          'groups',
          {},
          own.map((group) => describeGroup(group)),
        ),
      ],
    };
  }
  const group = state.groups.get(iq.attrs.to ?? '');
  if (!group) return { error: 404, text: 'item-not-found' };
  if (!group.members.has(owner)) return { error: 403, text: 'forbidden' };
  if (isSet) return setGroup(state, groups, group, query);
  if (asked?.tag === 'invite') return readInvite(group, owner);
  if (asked?.tag === 'membership_approval_requests') return readRequests(group, owner);
  return { content: [describeGroup(group)] };
}

function inviteInfo(state: NetworkState, code: string | undefined): Answer {
  const found = findGroupByCode(state, code);
  return 'error' in found ? found : { content: [describeGroup(found)] };
}

function readInvite(group: Group, person: Person): Answer {
  if (group.members.get(person) === null) return { error: 401, text: 'not-authorized' };
  return { content: [stanza('invite', { code: group.inviteCode })] };
}

function readRequests(group: Group, person: Person): Answer {
  if (group.members.get(person) === null) return { error: 403, text: 'forbidden' };
  const requests = [...group.requests].map(([asking, { atS, method }]) => {
    const attrs = { ...describePerson(group, asking), request_time: atS, request_method: method };
    return stanza('membership_approval_request', attrs);
  });
  return { content: [stanza('membership_approval_requests', {}, requests)] };
}
