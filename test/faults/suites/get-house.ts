import type { FaultHouse } from '../../support/fault-house.ts';

/** The running house, once it has started. */
export type GetHouse = () => FaultHouse;
