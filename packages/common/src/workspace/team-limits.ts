/** Maximum number of teams of a workspace. */
export const TEAMS_MAX = 100;
/** Maximum number of members of a team. */
export const TEAM_MEMBERS_MAX = 200;
/** Maximum length of a team's name, in characters. */
export const TEAM_NAME_MAX = 60;
