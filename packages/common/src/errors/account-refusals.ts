/**
 * Refusals of a whole account at Meta by their subcode, which no retry helps: the advice for its owner
 * (docs/reference/ig.md#errors).
 */
const ACCOUNT_REFUSALS: ReadonlyMap<number, string> = new Map([
  [1_893_063, 'The platform restricts this account for now: its owner sees why under Account Status.'],
  [
    2_534_029,
    'Instagram has blocked this account from its API: its owner sees why in the Instagram app, under Account Status.',
  ],
  [
    2_534_041,
    'The account does not allow access to its messages: its owner turns on "Allow access to messages" in the Instagram app.',
  ],
]);

/** Whether the platform refuses the account, whatever it sends. */
export const isAccountRefusal = (subcode: number): boolean => ACCOUNT_REFUSALS.has(subcode);

/** The platform's own words, and after them the advice where it refuses a whole account. */
export function messageOfRefusal({ message, subcode }: { message: string; subcode?: number }): string {
  const advice = subcode === undefined ? undefined : ACCOUNT_REFUSALS.get(subcode);
  return advice === undefined ? message : `${message} ${advice}`;
}
