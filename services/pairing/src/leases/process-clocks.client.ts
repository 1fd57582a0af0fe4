import { type ClockReading, type Clocks, readClocks } from './device-lease.rules.ts';

export const PROCESS_CLOCKS: Clocks = { monotonicMs: () => performance.now(), wallMs: Date.now };

export const readProcessClocks = (): ClockReading => readClocks(PROCESS_CLOCKS);
