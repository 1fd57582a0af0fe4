import { createTeam, deleteTeam, listTeams, updateTeam } from '@parley/common/contracts/console/teams';
import {
  getConversation,
  listConversations,
  updateConversation,
} from '@parley/common/contracts/operator/conversations';
import { updateConversations } from '@parley/common/contracts/operator/update-conversations';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { TEAMS_MAX } from '@parley/common/workspace/team-limits';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage } from '../../../inbound/test/wa-bodies.ts';

const [ANN, BOB, EVE] = ['mem_ann0000000', 'mem_bob0000000', 'mem_eve0000000'] as const;

/** A workspace with Ann, Bob and these people’s conversations, and another one with Eve. */
async function openWith(people: number) {
  const inbound = await openForTest();
  for (let person = 0; person < people; person++)
    await inbound.receiveMeta(
      messagesBody(`P${person}`, textMessage(`1555000${String(person).padStart(4, '0')}`, 'Hi')),
    );
  const found = await inbound.rows<{ id: number }>('SELECT id FROM conversations ORDER BY id');
  const [other] = await inbound.rows<{ id: number }>(
    `INSERT INTO tenants (slug, name) VALUES ('other', 'Other') RETURNING id`,
  );
  const otherId = other?.id ?? 0;
  await inbound.rows(
    `INSERT INTO members (member_id, tenant_id, email, email_key, name, roles, created_at)
     SELECT m, t, m || '@x.example', m || '@x.example', m, ARRAY['agent'], now()
       FROM (VALUES ($3::text, $1::int4), ($4, $1), ($5, $2)) AS v(m, t)`,
    ...[inbound.tenantId, otherId, ANN, BOB, EVE],
  );
  const ask =
    (tenantId: number, tenantSlug: string) =>
    <C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> =>
      inbound.bus.call(contract, input, {
        requestId: 'req_test',
        member: { sessionId: 'ses_0000000000', roles: ['owner'], memberId: ANN, tenantId, tenantSlug },
      });
  return {
    inbound,
    ids: found.map(({ id }) => id),
    own: ask(inbound.tenantId, 'acme'),
    foreign: ask(otherId, 'other'),
  };
}

const assign = (inbound: OpenInbound, id: number, team: string | null) =>
  inbound.call(updateConversation, { slug: 'acme', id, team });
const assigneesOf = async (inbound: OpenInbound, ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await inbound.call(getConversation, { slug: 'acme', id })).assignee));

test('teams are created, changed and deleted; a name is unique in its workspace', async () => {
  const { inbound, own, foreign } = await openWith(1);
  const team = await own(createTeam, { name: ' Support ', byTurns: true, members: [BOB, ANN] });
  expect(team).toEqual({
    id: expect.stringMatching(/^tea_/),
    name: 'Support',
    byTurns: true,
    members: expect.arrayContaining([ANN, BOB]),
  });
  await expect(own(createTeam, { name: 'support', byTurns: false, members: [] })).rejects.toMatchObject({
    code: 'team_exists',
  });
  await foreign(createTeam, { name: 'Support', byTurns: false, members: [] });
  expect(await own(updateTeam, { id: team.id, members: [BOB] })).toMatchObject({ name: 'Support', members: [BOB] });
  expect((await own(listTeams, {})).items).toEqual([{ ...team, members: [BOB] }]);
  await inbound.rows(`UPDATE members SET removed_at = now() WHERE member_id = $1`, BOB);
  expect((await own(listTeams, {})).items).toMatchObject([{ members: [] }]);
  await own(deleteTeam, { id: team.id });
  await expect(own(deleteTeam, { id: team.id })).rejects.toMatchObject({ code: 'unknown_team' });
});

test(`a workspace has at most ${TEAMS_MAX} teams`, async () => {
  const { inbound, own } = await openWith(0);
  await inbound.rows(
    `INSERT INTO teams (team_id, tenant_id, name, name_key, by_turns, created_at)
     SELECT 'tea_' || lpad(n::text, 10, '0'), $1, 'T' || n, 't' || n, false, now() FROM generate_series(1, $2::int4) n`,
    inbound.tenantId,
    TEAMS_MAX,
  );
  await expect(own(createTeam, { name: 'More', byTurns: false, members: [] })).rejects.toMatchObject({
    code: 'too_many_teams',
  });
});

test('a team gets a conversation, which is found by it, and loses it when the team is deleted', async () => {
  const { inbound, ids, own } = await openWith(2);
  const [first = 0, second = 0] = ids;
  const team = await own(createTeam, { name: 'Support', byTurns: false, members: [ANN] });
  expect(await assign(inbound, first, team.id)).toMatchObject({
    team: { id: team.id, name: 'Support' },
    assignee: null,
  });
  const found = async () =>
    (await inbound.call(listConversations, { slug: 'acme', limit: 10, assignee: team.id })).items.map(({ id }) => id);
  expect(await found()).toEqual([first]);
  expect(
    await inbound.call(updateConversations, { slug: 'acme', filter: { assignee: team.id }, team: null }),
  ).toMatchObject({ changed: 1, conversations: [{ before: { team: team.id }, after: { team: null } }] });
  expect(await found()).toEqual([]);
  await assign(inbound, second, team.id);
  await own(deleteTeam, { id: team.id });
  expect(await inbound.call(getConversation, { slug: 'acme', id: second })).toMatchObject({ team: null });
});

test('turns are fair, also in bulk and when two members assign at the same time', async () => {
  const { inbound, ids, own } = await openWith(8);
  const team = await own(createTeam, { name: 'Support', byTurns: true, members: [ANN, BOB] });
  await inbound.call(updateConversations, { slug: 'acme', ids: ids.slice(0, 4), team: team.id });
  await Promise.all(ids.slice(4).map((id) => assign(inbound, id, team.id)));
  const assignees = await assigneesOf(inbound, ids);
  expect(assignees.filter((assignee) => assignee === ANN)).toHaveLength(4);
  expect(assignees.filter((assignee) => assignee === BOB)).toHaveLength(4);
  await Promise.all(ids.map((id) => assign(inbound, id, team.id)));
  expect(await assigneesOf(inbound, ids)).toEqual(assignees);
});

test('another workspace’s team and members are unknown', async () => {
  const { inbound, ids, own, foreign } = await openWith(1);
  const [id = 0] = ids;
  const theirs = await foreign(createTeam, { name: 'Theirs', byTurns: true, members: [EVE] });
  const unknownTeam = { code: 'unknown_team' };
  await expect(assign(inbound, id, theirs.id)).rejects.toMatchObject(unknownTeam);
  await expect(inbound.call(updateConversations, { slug: 'acme', filter: {}, team: theirs.id })).rejects.toMatchObject(
    unknownTeam,
  );
  await expect(own(updateTeam, { id: theirs.id, name: 'Ours' })).rejects.toMatchObject(unknownTeam);
  await expect(own(deleteTeam, { id: theirs.id })).rejects.toMatchObject(unknownTeam);
  await expect(own(createTeam, { name: 'Ours', byTurns: false, members: [ANN, EVE] })).rejects.toMatchObject({
    code: 'unknown_member',
  });
  expect((await own(listTeams, {})).items).toEqual([]);
  expect((await inbound.call(getConversation, { slug: 'acme', id })).team).toBeNull();
});
