import type { z } from 'zod';
import type { Contract, InputOf, OutputOf, WireInputOf, WireOutputOf } from '../define-contract.ts';
import { camelSchemaOf } from './camel-schema.ts';
import { makeConvert } from './convert.ts';
import { shapeOf } from './shape-of.ts';

/** A contract on the bus: its schemas for values in camelCase. */
export interface BusSchemas {
  input: z.ZodType;
  output: z.ZodType;
}

type Schemas = Pick<Contract, 'input' | 'output'>;

const schemas = new WeakMap<Schemas, BusSchemas>();

/**
 * The schemas that parse a contract's inputs and outputs on the bus; built once. Throws for a schema whose casing is
 * ambiguous.
 */
export function busSchemasOf(contract: Schemas): BusSchemas {
  const known = schemas.get(contract);
  if (known) return known;
  const made = {
    input: camelSchemaOf(contract.input),
    output: camelSchemaOf(contract.output),
  };
  schemas.set(contract, made);
  return made;
}

/** The conversions of a contract, for parsed values. */
export interface ContractCasing<C extends Schemas> {
  toBus(input: WireInputOf<C>): InputOf<C>;
  toWire(output: OutputOf<C>): WireOutputOf<C>;
  /** Converts an output that was stored in wire form. */
  fromWire(output: WireOutputOf<C>): OutputOf<C>;
}

const casings = new WeakMap<Schemas, ContractCasing<Schemas>>();
const same = (value: unknown): unknown => value;

/** The conversions of a contract at the edge; built once. */
export function casingOf<C extends Schemas>(contract: C): ContractCasing<C> {
  const made: ContractCasing<Schemas> = casings.get(contract) ?? {
    // safe: the types are derived from the same schema, member by member
    toBus: (makeConvert(shapeOf(contract.input), 'camel') ?? same) as ContractCasing<Schemas>['toBus'],
    toWire: makeConvert(shapeOf(contract.output), 'snake') ?? same,
    fromWire: makeConvert(shapeOf(contract.output), 'camel') ?? same,
  };
  casings.set(contract, made);
  return made as unknown as ContractCasing<C>; // safe: made of this contract's schemas
}
