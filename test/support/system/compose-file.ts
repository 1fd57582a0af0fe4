import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const COMPOSE_FILES = ['docker-compose.yml', 'docker-compose.sandbox.yml'] as const;

const Service = z.looseObject({
  image: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.looseObject({ condition: z.string() })).default({}),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  deploy: z.looseObject({ replicas: z.int() }).optional(),
});

/** The members of the Compose specification that the tests read. */
export const ComposeFile = z.looseObject({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()).default({}),
});
export type ComposeFile = z.infer<typeof ComposeFile>;

/** One `${…}` of a file: `${NAME}`, `${NAME:-default}`, `${NAME-default}`, `${NAME:?message}`, `${NAME?message}`. */
export interface Interpolation {
  name: string;
  operator: '' | ':-' | '-' | ':?' | '?';
  operand: string;
}

const INTERPOLATION = /\$\{([A-Za-z_]\w*)(:-|-|:\?|\?)?([^}]*)\}/g;
const REPLACED = new Set(['command', 'entrypoint', 'test']);

const toInterpolation = ([, name = '', operator = '', operand = '']: RegExpMatchArray): Interpolation => ({
  name,
  // safe: the pattern matches only these
  operator: operator as Interpolation['operator'],
  operand,
});

export const interpolationsOf = (text: string): Interpolation[] =>
  [...text.matchAll(INTERPOLATION)].map(toInterpolation);

export const readText = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

/** The text with its variables replaced; throws the message of a missing required one. */
export function interpolate(text: string, variables: Record<string, string>): string {
  return text.replace(INTERPOLATION, (...match) => {
    const { name, operator, operand } = toInterpolation(match as unknown as RegExpMatchArray); // safe: groups come first
    const value = variables[name];
    const isGiven = operator.startsWith(':') ? value !== undefined && value !== '' : value !== undefined;
    if (isGiven) return value ?? '';
    if (operator.endsWith('?')) throw new Error(`required variable ${name} is missing: ${operand}`);
    return operator.endsWith('-') ? operand : '';
  });
}

/** The value of Compose's tag `!reset`, which removes what earlier files set. */
const RESET = Symbol('reset');
const RESET_TAG = { tag: '!reset', collection: 'seq', resolve: () => RESET } as const;

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]));
};

/** A file as Compose reads it: parsed first, then the variables in each value replaced. */
export async function readCompose(file: string, variables: Record<string, string>): Promise<unknown> {
  return mapTexts(parse(await readText(file), { merge: true, customTags: [RESET_TAG] }), (text) =>
    interpolate(text, variables),
  );
}

/** Merges one file over another: mappings are merged, lists concatenated or reset, commands replaced. */
export function merge(base: unknown, over: unknown, key = ''): unknown {
  if (over === RESET) return [];
  if (Array.isArray(base) && Array.isArray(over)) return REPLACED.has(key) ? over : [...base, ...over];
  if (!isMapping(base) || !isMapping(over)) return over;
  const names = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      name in base && name in over ? merge(base[name], over[name], name) : name in over ? over[name] : base[name],
    ]),
  );
}
