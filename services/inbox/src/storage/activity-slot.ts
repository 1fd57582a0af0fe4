/**
 * SQL for `conversations.active_slot` of a time: the indexed value for the list by activity and the search for silent
 * conversations.
 */
export const slotOf = (moment: string): string => `date_bin('10 minutes', ${moment}, '2000-01-01 00:00:00+00')`;
