import { VERBS as BOT_VERBS } from '@parley/bots/bots.module';
import { VERBS as BOT_RECORD_VERBS } from '@parley/bots/records.module';
import type { HandlerExtras } from '@parley/bus/handles';
import { VERBS as PAIRING_VERBS } from '@parley/pairing/pairing.module';
import { VERBS as PAIRING_RECORD_VERBS } from '@parley/pairing/records.module';
import { expect, test } from 'vitest';
import { ONLY_IN_CHILD } from '../src/one-machine/child-contracts.ts';

const namesOf = (verbs: readonly HandlerExtras[]): string[] => verbs.map(({ contract }) => contract.name).toSorted();

test.for([
  ['pairing', namesOf(PAIRING_VERBS), namesOf(PAIRING_RECORD_VERBS)],
  ['bots', namesOf(BOT_VERBS), namesOf(BOT_RECORD_VERBS)],
] as const)(
  'every contract of %s either starts its process or is answered without it',
  ([service, inChild, everywhere]) => {
    const names = ONLY_IN_CHILD[service].map(({ name }) => name);
    expect(names.toSorted()).toEqual(inChild);
    expect(names.length).toBeGreaterThan(0);
    expect(everywhere.filter((name) => names.some((other) => other === name))).toEqual([]);
    expect(everywhere).not.toEqual([]);
  },
);
