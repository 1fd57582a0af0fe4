import { BotsController } from '@parley/bots/bots.controller';
import { RecordsController as BotRecordsController } from '@parley/bots/records.controller';
import type { HandlerExtras } from '@parley/bus/verb';
import { VERBS as PAIRING_VERBS } from '@parley/pairing/pairing.module';
import { VERBS as PAIRING_RECORD_VERBS } from '@parley/pairing/records.module';
import { expect, test } from 'vitest';
import { ONLY_IN_CHILD } from '../src/one-machine/child-contracts.ts';

/** Where Nest keeps the options of a message pattern. */
const EXTRAS = 'microservices:pattern_extras';

/** The names of the contracts that a controller answers. */
function answeredBy({ prototype }: { prototype: object }): string[] {
  const methods = Object.entries(Object.getOwnPropertyDescriptors(prototype)).map(([, { value }]) => value);
  const extras = methods.flatMap((method) => Reflect.getMetadata(EXTRAS, method) ?? []) as HandlerExtras[];
  return extras.map(({ contract }) => contract.name).toSorted();
}
const namesOf = (verbs: readonly HandlerExtras[]): string[] => verbs.map(({ contract }) => contract.name).toSorted();

test.for([
  ['pairing', namesOf(PAIRING_VERBS), namesOf(PAIRING_RECORD_VERBS)],
  ['bots', answeredBy(BotsController), answeredBy(BotRecordsController)],
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
