import { parseInput } from '@parley/bus/requests/parse-input';
import type { Contract } from '@parley/common/define-contract';
import { inputFieldsOf } from '@parley/testing/contracts/input-fields';
import { listContracts } from '@parley/testing/contracts/list-contracts';
import { makeMeasure } from '@parley/testing/measure/measure-work';
import { pruneBody } from '../src/input/prune-input.ts';
import { findUnknownFields } from '../src/input/unknown-fields.ts';
import { makeApiOperation } from '../src/pipeline/operation.ts';
import { parseFields } from '../src/pipeline/parse-fields.ts';
import { describeFields } from '../src/request-log/describe-fields.ts';
import { signatureOf, worstValuesOf } from './worst-values.ts';

/*
 * Parses the worst values of a megabyte for every field of every contract, as the gateway and as a service on the bus.
 * Writes each with its work: the program of input-cost.test.ts.
 */

function swallow(work: () => unknown): void {
  try {
    work();
  } catch {
    // Nearly every value is refused: only the time counts.
  }
}

interface Way {
  way: string;
  parse(input: unknown): void;
}

/** The places that parse the input of a contract. */
function waysOf(contract: Contract): Way[] {
  const bus: Way = { way: 'bus', parse: (input) => swallow(() => parseInput(contract, input)) };
  if (contract.kind === 'internal') return [bus];
  const operation = makeApiOperation(contract);
  const fieldsOf = (input: unknown): Record<string, unknown> =>
    typeof input === 'object' && input !== null && !Array.isArray(input)
      ? pruneBody(operation.shape, input as Record<string, unknown>) // safe: an object
      : {};
  // safe: parsing reads nothing else of it
  const context = { idempotencyKey: undefined } as unknown as Parameters<typeof parseFields>[2];
  const log: Way = {
    way: 'request log',
    parse: (input) => swallow(() => describeFields(contract.name, fieldsOf(input))),
  };
  const unknown: Way = {
    way: 'unknown fields',
    parse: (input) => {
      if (typeof input === 'object' && input !== null && !Array.isArray(input))
        findUnknownFields(operation.shape, input);
    },
  };
  return [
    bus,
    { way: 'gateway', parse: (input) => swallow(() => parseFields(operation, fieldsOf(input), context)) },
    ...(contract.kind === 'action' ? [log, unknown] : []),
  ];
}

const measure = makeMeasure();
const seen = new Set<unknown>();

for (const contract of await listContracts()) {
  const ways = waysOf(contract);
  for (const field of inputFieldsOf(contract.input)) {
    const kind = signatureOf(field.schema);
    const place = `${contract.kind} ${contract.service}.${contract.name} ${field.path}`;
    for (const { what, value } of worstValuesOf(field, !seen.has(kind))) {
      const input = field.put(value);
      for (const { way, parse } of ways)
        console.log(JSON.stringify({ place, what: `${what}, ${way}`, work: measure(() => parse(input), input) }));
    }
    seen.add(kind);
  }
}
