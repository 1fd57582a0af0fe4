import { readSecret, requireSecret } from '@parley/cli/read-secret';
import { at } from '@parley/common/at';
import { UNNAMED } from '@parley/common/contract/unnamed-schemas';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { Contract } from '@parley/common/define-contract';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { commandOf, IRREVERSIBLE, SECRETS, SWITCHES } from './command-names.ts';
import { NOUN_DESCRIPTIONS } from './noun-descriptions.ts';
import type { OperatorClient } from './operator-client.ts';
import { printAnswer } from './print-answer.ts';

type Endpoint = Contract & { path: string };

interface FieldSchema {
  type?: string | string[];
  enum?: unknown[];
  description?: string;
  anyOf?: FieldSchema[];
  oneOf?: FieldSchema[];
  items?: FieldSchema;
}

const flagOf = (field: string): string => field.replaceAll('_', '-');

/** The name under which commander keeps the value of a flag. */
const keyOf = (flag: string): string => flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Parses an object from JSON; invalid JSON is passed on for the API to refuse. */
function readObject(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

const typesOf = (schema: FieldSchema): string[] =>
  [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(({ type }) => type ?? []);

/** Comma-separated values; a list of objects is JSON. */
function readList({ items = {} }: FieldSchema, given: string): unknown {
  if (typesOf(items).includes('object')) return readObject(given);
  return given.split(',').map((part) => readValue(items, part.trim()));
}

/** A field's value from the text on the command line; `null` clears a nullable field. */
function readValue(schema: FieldSchema, given: string): unknown {
  const types = typesOf(schema);
  if (given === 'null' && types.includes('null')) return null;
  if (types.includes('object')) return readObject(given);
  if (types.includes('array')) return readList(schema, given);
  if (types.includes('integer') || types.includes('number')) return Number(given);
  if (types.includes('boolean')) return given === 'true' ? true : given === 'false' ? false : given;
  return given;
}

/** A secret field. An optional one that is not given stays unchanged, and there is no prompt for it. */
async function readGiven(
  name: string,
  options: Record<string, string | boolean>,
  isRequired: boolean,
): Promise<string | undefined> {
  const flag = flagOf(name);
  const [value, file] = [options[keyOf(flag)], options[keyOf(`${flag}-file`)]].map((one) =>
    typeof one === 'string' ? one : undefined,
  );
  // Clearing a field reveals no secret.
  if (value === 'null') return value;
  if (isRequired) return requireSecret({ flag: `--${flag}`, value, file, question: name });
  if (value === undefined && file === undefined) return undefined;
  return (await readSecret({ flag: `--${flag}`, value, file, question: name })) ?? undefined;
}

function addCommand(noun: Command, verb: string, endpoint: Endpoint, client: () => Promise<OperatorClient>): void {
  // safe: an object schema of the contract, as JSON Schema
  const schema = z.toJSONSchema(endpoint.input, {
    io: 'input',
    unrepresentable: 'any',
    metadata: UNNAMED,
  }) as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  const fields = Object.entries(schema.properties ?? {});
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => at(match, 1));
  const switches = SWITCHES[endpoint.name] ?? {};
  const command = noun.command(verb).description(endpoint.summary);
  for (const name of inPath) command.argument(`<${flagOf(name)}>`);
  for (const [name, field] of fields) {
    if (inPath.includes(name)) continue;
    const pair = switches[name];
    if (pair) {
      command.addOption(new Option(`--${pair.on}`, field.description ?? '').conflicts(keyOf(pair.off)));
      command.addOption(new Option(`--${pair.off}`, `the opposite of --${pair.on}`));
      continue;
    }
    const option = new Option(`--${flagOf(name)} <value>`, field.description ?? '');
    if (SECRETS.has(name)) {
      command.addOption(option);
      command.addOption(
        new Option(
          `--${flagOf(name)}-file <path>`,
          `file with --${flagOf(name)}; --${flagOf(name)} - reads the standard input`,
        ),
      );
      continue;
    }
    command.addOption(schema.required?.includes(name) ? option.makeOptionMandatory() : option);
  }
  const isIrreversible = IRREVERSIBLE.has(endpoint.name);
  if (isIrreversible) command.option('--yes', 'do it: it cannot be undone');
  command.option('--json', 'print the answer as JSON');
  command.action(async (...args: unknown[]) => {
    const options = command.opts<Record<string, string | boolean>>();
    if (isIrreversible && options.yes !== true) {
      console.error('This cannot be undone. Repeat the command with --yes.');
      process.exitCode = 1;
      return;
    }
    const input: Record<string, unknown> = {};
    inPath.forEach((name, index) => {
      input[name] = args[index];
    });
    for (const [name, field] of fields) {
      const pair = switches[name];
      if (pair && (options[keyOf(pair.on)] || options[keyOf(pair.off)])) input[name] = options[keyOf(pair.on)] === true;
      const given = SECRETS.has(name)
        ? await readGiven(name, options, schema.required?.includes(name) === true)
        : options[keyOf(flagOf(name))];
      if (typeof given === 'string') input[name] = readValue(field, given);
    }
    const answer = await (await client()).call(endpoint, input);
    printAnswer(answer, options.json === true);
  });
}

/** The `parley` command line: one command per operator endpoint, generated from the contracts. */
export function buildProgram(client: () => Promise<OperatorClient>): Command {
  const program = new Command('parley').description('Operate a Parley service, and use it with an API key');
  const nouns = new Map<string, Command>();
  for (const endpoint of OPERATOR_ENDPOINTS) {
    const [nounName, verb] = commandOf(endpoint.name);
    const noun = nouns.get(nounName) ?? program.command(nounName).description(NOUN_DESCRIPTIONS[nounName] ?? '');
    nouns.set(nounName, noun);
    addCommand(noun, verb, endpoint, client);
  }
  return program;
}
