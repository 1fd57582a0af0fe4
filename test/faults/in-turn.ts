import { formsOfRun } from '@parley/testing/tier';
import { describe } from 'vitest';
import { FORMS, type Form } from '../support/system/system.ts';

/** Declares tests that a run skips if it runs them in the other form (docs/tests.md). */
export const inTurn = (form: Form, offset: number, declareTests: () => void): void =>
  void describe.runIf(formsOfRun(FORMS, offset).includes(form))('in the form of this run', declareTests);
