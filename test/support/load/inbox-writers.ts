import type { BusClient, OutgoingContext } from '@parley/bus/bus-client';
import { createLabel, deleteLabel, listLabels, updateLabel } from '@parley/common/contracts/console/labels';
import { addNote, deleteNote, listNotes, updateNote } from '@parley/common/contracts/console/notes';
import { createTeam, deleteTeam, listTeams, updateTeam } from '@parley/common/contracts/console/teams';
import { updateConversation } from '@parley/common/contracts/operator/conversations';
import { updateConversations } from '@parley/common/contracts/operator/update-conversations';
import type { SeededRandom } from '@parley/testing/seeded-random';
import type { Writer, WriterFixture } from './writer-fixture.ts';

const CONTEXT = { requestId: 'req_test' };
/** Labels and teams there are at most, so that writers meet on the same ones. */
const FEW = 3;
const SNOOZED_MS = 1000;

/** The writers of labels, snoozes, notes and teams, as two members of the tenant. */
export function makeInboxWriters(
  { tenant, members }: WriterFixture,
  random: SeededRandom,
  anyConversation: (bus: BusClient) => Promise<number | null>,
): Record<string, Writer> {
  const { slug } = tenant;
  const pick = <T>(list: readonly T[]): T | undefined => list[random.below(list.length)];
  let counter = 0;
  const asMember = (): OutgoingContext => ({
    ...CONTEXT,
    member: {
      sessionId: 'ses_0000000000',
      roles: ['owner'],
      memberId: pick(members) ?? null,
      tenantId: tenant.id,
      tenantSlug: slug,
    },
  });
  const key = (): string => (++counter).toString(16).padStart(32, '0');
  return {
    label: async (bus) => {
      const { items } = await bus.call(listLabels, {}, asMember());
      const found = pick(items);
      if (items.length < FEW) await bus.call(createLabel, { title: `Label ${++counter}`, color: 'gray' }, asMember());
      else if (found && random.below(3) === 0) await bus.call(deleteLabel, { id: found.id }, asMember());
      else if (found) await bus.call(updateLabel, { id: found.id, title: `Label ${++counter}` }, asMember());
    },
    labelled: async (bus) => {
      const { items } = await bus.call(listLabels, {}, asMember());
      const id = await anyConversation(bus);
      const [added, removed] = [pick(items), pick(items)];
      if (id === null || !added || !removed) return;
      const change = { addLabels: [added.id], removeLabels: [removed.id] };
      if (random.below(2) === 0) await bus.call(updateConversation, { slug, id, ...change }, CONTEXT);
      else await bus.call(updateConversations, { slug, filter: { label: removed.id }, ...change }, CONTEXT);
    },
    snooze: async (bus) => {
      const id = await anyConversation(bus);
      const until = new Date(Date.now() + SNOOZED_MS).toISOString();
      if (id !== null)
        await bus.call(updateConversation, { slug, id, snooze: pick([{ until }, {}, null]) ?? null }, CONTEXT);
    },
    note: async (bus) => {
      const id = await anyConversation(bus);
      const author = asMember();
      if (id === null) return;
      const mentions = members.slice(random.below(2));
      const note = await bus.call(addNote, { id, key: key(), text: 'Look at this', mentions }, author);
      if (random.below(2) === 0)
        await bus.call(updateNote, { id: note.id, text: 'Look at that', mentions: [] }, author);
      const { items } = await bus.call(listNotes, { id, limit: FEW }, author);
      const own = items.find((one) => one.author?.id === author.member?.memberId);
      if (own && random.below(2) === 0) await bus.call(deleteNote, { id: own.id }, author);
    },
    team: async (bus) => {
      const { items } = await bus.call(listTeams, {}, asMember());
      const team = pick(items);
      const some = members.slice(random.below(2));
      if (items.length < FEW)
        await bus.call(createTeam, { name: `Team ${++counter}`, byTurns: true, members: some }, asMember());
      else if (team && random.below(4) === 0) await bus.call(deleteTeam, { id: team.id }, asMember());
      else if (team) await bus.call(updateTeam, { id: team.id, members: some }, asMember());
    },
    toTeam: async (bus) => {
      const { items } = await bus.call(listTeams, {}, asMember());
      const id = await anyConversation(bus);
      if (id !== null) await bus.call(updateConversation, { slug, id, team: pick(items)?.id ?? null }, CONTEXT);
    },
  };
}
