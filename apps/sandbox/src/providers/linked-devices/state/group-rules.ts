/** The rules of a group. */
export interface GroupRules {
  /** Only admins write. */
  announcement: boolean;
  /** Only admins change subject, description and rules. */
  locked: boolean;
  /** Every member may add people. */
  membersAdd: boolean;
  /** An admin approves each person who joins by the link. */
  approval: boolean;
  /** Seconds after which messages disappear; 0: never. */
  disappearingS: number;
}
