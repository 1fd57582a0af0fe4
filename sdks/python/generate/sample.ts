import { readSampleSource } from '../../generate/read-samples.ts';
import { toArgument, toSnake } from './python-types.ts';
import { wrap } from './wrap.ts';

/** A value of JSON as Python writes it. */
function toPython(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${toPython(member)}`);
  return `{${entries.join(', ')}}`;
}

/** A program that calls an action of the API with this input, by the Python SDK. Throws for an unknown action. */
export function pythonSample(action: string, input: Readonly<Record<string, unknown>>): string {
  const { noun, verb, paging } = readSampleSource().methodOf(action);
  const given = Object.entries(input).map(([name, value]) => `${toArgument(name)}=${toPython(value)}`);
  const call = `client.${noun}.${toSnake(verb)}(${given.join(', ')})`;
  const use = paging ? `for item in ${call}:\n    print(item)` : `${wrap('', `answer = ${call}`, '')}\nprint(answer)`;
  return `import os

from parley import Client

client = Client(os.environ["PARLEY_BASE_URL"], os.environ["PARLEY_API_KEY"])
${use}
`;
}
