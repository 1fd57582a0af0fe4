import { z } from 'zod';
import { areDistinct, MemberId, title } from '../../fields.ts';
import { TEAM_MEMBERS_MAX, TEAM_NAME_MAX } from '../../workspace/team-limits.ts';

export const TeamId = z.string().regex(/^tea_[0-9a-z]{10,40}$/, 'must be the id of a team (tea_…)');

export const TeamName = title(TEAM_NAME_MAX);
export const TeamMembers = z.array(MemberId).max(TEAM_MEMBERS_MAX).refine(areDistinct, 'must not repeat a member');

/** A team, as a conversation names it. */
export const TeamOf = z.object({ id: z.string(), name: z.string() });
