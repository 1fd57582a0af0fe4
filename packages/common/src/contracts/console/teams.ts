import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { changed, itemOf, made, removed } from '../../contract/resource-change.ts';
import { TeamId, TeamMembers, TeamName, TeamOf } from '../operator/team-fields.ts';

const TEAM_FIELDS = ['id', 'by_turns', 'members'];

const TeamView = TeamOf.extend({
  by_turns: z.boolean().describe('Whether its conversations are assigned to its members by turns'),
  members: z.array(z.string()).describe('Ids, in the order of their turns'),
});

/** Teams of members (docs/reference/console.md#teams). */
export const listTeams = defineConsole({
  service: 'inbox',
  name: 'list-teams',
  method: 'GET',
  summary: 'Teams of the workspace, by name',
  permission: 'inbox.use',
  input: z.object({}),
  output: z.object({ items: z.array(TeamView), next_cursor: z.null().describe('One page has all of them') }),
  errors: [],
});

export const createTeam = defineConsole({
  service: 'inbox',
  name: 'create-team',
  method: 'POST',
  summary: 'Create a team',
  permission: 'inbox.manage',
  input: z.object({ name: TeamName, by_turns: z.boolean().default(false), members: TeamMembers.default([]) }),
  output: TeamView,
  errors: ['team_exists', 'too_many_teams', 'unknown_member'],
  audit: { fields: TEAM_FIELDS, change: made() },
});

const ONE_TEAM = itemOf(listTeams, { id: 'id' });

export const updateTeam = defineConsole({
  service: 'inbox',
  name: 'update-team',
  method: 'POST',
  summary: 'Change the name, the members or the turns of a team',
  permission: 'inbox.manage',
  input: z.object({
    id: TeamId,
    name: TeamName.optional(),
    by_turns: z.boolean().optional(),
    members: TeamMembers.optional(),
  }),
  output: TeamView,
  errors: ['unknown_team', 'team_exists', 'unknown_member'],
  audit: { fields: TEAM_FIELDS, change: changed(ONE_TEAM) },
});

/** Its conversations keep their assignees. */
export const deleteTeam = defineConsole({
  service: 'inbox',
  name: 'delete-team',
  method: 'POST',
  summary: 'Delete a team',
  permission: 'inbox.manage',
  input: z.object({ id: TeamId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['unknown_team'],
  audit: { fields: TEAM_FIELDS, change: removed(ONE_TEAM) },
});
