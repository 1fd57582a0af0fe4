import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Contract, subjectOf } from '@parley/common/define-contract';
import * as hints from '@parley/common/hints';
import { z } from 'zod';
import { formatJson } from '../format-json.ts';

const CONTRACTS = fileURLToPath(new URL('../../packages/common/src/contracts', import.meta.url));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const isContract = (value: unknown): value is Contract =>
  isObject(value) && typeof value.service === 'string' && isSchema(value.input) && isSchema(value.output);

/** Every contract that a file of the contracts exports, alone or in a list, by its subject. */
async function readContracts(): Promise<Map<string, Contract>> {
  const found = new Map<string, Contract>();
  const files = readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const exported: unknown[] = Object.values(await import(pathToFileURL(join(CONTRACTS, file)).href));
    for (const value of exported.flatMap((one) => (isObject(one) ? [one, ...Object.values(one)] : [])))
      if (isContract(value)) found.set(subjectOf(value), value);
  }
  return found;
}

/** Descriptions, which are for people, and patterns, which cannot be compared. */
const LEFT_OUT = new Set(['$schema', 'description', 'title', 'examples', 'default', 'pattern', 'format']);

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) =>
      !(LEFT_OUT.has(key) && !isObject(member)) &&
      !(key === 'additionalProperties' && member === false) &&
      !(typeof member === 'number' && Math.abs(member) === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, shorten(member)]));
}

const UNNAMED = z.registry<z.core.GlobalMeta>();

const asJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): unknown =>
  shorten(z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: UNNAMED }));

/**
 * docs/bus-contracts.json: the input and output of every contract of the bus, and the payload of every hint, as JSON
 * Schemas. check-compatibility.ts compares it with that of the last release.
 */
export async function describeBusContracts(): Promise<string> {
  const contracts = [...(await readContracts())].map(([subject, { input, output }]) => [
    subject,
    { input: asJsonSchema(input, 'input'), output: asJsonSchema(output, 'output') },
  ]);
  const payloads = Object.values(hints).flatMap((hint) =>
    isObject(hint) && typeof hint.topic === 'string' && isSchema(hint.schema)
      ? [[hint.topic, { input: asJsonSchema(hint.schema, 'input') }]]
      : [],
  );
  const sorted = [...contracts, ...payloads].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return `${formatJson(Object.fromEntries(sorted))}\n`;
}
