/** `conversations.active_slot` of a moment, as SQL: what the list by activity and the search for silent conversations are indexed by. */
export const slotOf = (moment: string): string => `date_bin('10 minutes', ${moment}, '2000-01-01 00:00:00+00')`;
