import { BotsController } from '@parley/bots/bots.controller';
import { RecordsController as BotRecordsController } from '@parley/bots/records.controller';
import type { HandlerExtras } from '@parley/bus/handles';
import { PairingController } from '@parley/pairing/pairing.controller';
import { RecordsController as PairingRecordsController } from '@parley/pairing/records.controller';
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

test.for([
  ['pairing', PairingController, PairingRecordsController],
  ['bots', BotsController, BotRecordsController],
] as const)(
  'every contract of %s either starts its process or is answered without it',
  ([service, inChild, everywhere]) => {
    const names = ONLY_IN_CHILD[service].map(({ name }) => name);
    expect(names.toSorted()).toEqual(answeredBy(inChild));
    expect(names.length).toBeGreaterThan(0);
    expect(answeredBy(everywhere).filter((name) => names.some((other) => other === name))).toEqual([]);
    expect(answeredBy(everywhere)).not.toEqual([]);
  },
);
