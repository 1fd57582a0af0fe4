import type { System } from '../../support/system.ts';

/** Answers the system under test; only inside tests and hooks. */
export type GetSystem = () => System;
