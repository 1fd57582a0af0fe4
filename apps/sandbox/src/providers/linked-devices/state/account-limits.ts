/** The limits of an account, which its devices are notified of and may ask for. */
export interface AccountLimits {
  /** It may not write to people who did not write first. */
  timelock?: { isActive: boolean; untilMs: number; type: string };
  /** How many new chats it may begin in a cycle. */
  newChats?: { status: string; total: number; used: number; endsMs: number };
}
