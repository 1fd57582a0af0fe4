import { clampTime } from '@parley/providers/received/tidy-values';

/** The network's time if it is valid; otherwise the time of arrival. */
export const secondsAsInstant = (seconds: unknown): string => (clampTime(seconds, 's') ?? new Date()).toISOString();

/** The time from a phone if it is valid, else `otherwise`. */
export const msAsInstant = (ms: unknown, otherwise: string): string => clampTime(ms, 'ms')?.toISOString() ?? otherwise;
