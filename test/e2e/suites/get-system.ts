import type { System } from '../../support/system/system.ts';

/** Returns the system under test; only inside tests and hooks. */
export type GetSystem = () => System;
