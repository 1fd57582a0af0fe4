import { AppError } from '@parley/common/errors';
import { titleKeyOf } from '../labels/label.rules.ts';

export interface Team {
  teamId: string;
  name: string;
  byTurns: boolean;
  /** Ids of the members, in the order of their turns. */
  members: string[];
}

/** Names are compared as titles of labels are. */
export const nameKeyOf = titleKeyOf;

/** Throws `team_exists` when another team of the tenant has this name. */
export function checkName(teams: readonly Team[], name: string, ownId: string | null): void {
  if (teams.some((team) => team.teamId !== ownId && nameKeyOf(team.name) === nameKeyOf(name)))
    throw new AppError('team_exists');
}

export const toTeamAnswer = ({ teamId, ...team }: Team) => ({ id: teamId, ...team });

/** A team that the transaction has locked, to give conversations to. */
export interface HeldTeam {
  row: number;
  teamId: string;
  name: string;
  byTurns: boolean;
  /** In the order of their turns. */
  members: readonly { row: number; memberId: string }[];
  /** Row of the member whose turn was the last. */
  lastTurn: number | null;
}

/** Takes turns among the members of a team. */
export interface Turns {
  /** The member whose turn it is; null: the team has no members. */
  next(): string | null;
  /** Row of the member whose turn was the last. */
  last(): number | null;
}

/** Turns continue after the last one, also if that member has left. */
export function makeTurns({ members, lastTurn }: Pick<HeldTeam, 'members' | 'lastTurn'>): Turns {
  let last = lastTurn;
  return {
    next() {
      const before = last ?? 0;
      const member = members.find(({ row }) => row > before) ?? members[0];
      if (!member) return null;
      last = member.row;
      return member.memberId;
    },
    last: () => last,
  };
}
