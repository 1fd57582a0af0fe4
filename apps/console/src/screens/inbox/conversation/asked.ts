/** A question about the open conversation. */
export type Asked = 'labels' | 'snooze' | 'assign';
