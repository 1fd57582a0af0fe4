import { readSampleSource } from '../../generate/read-samples.ts';

const NAME = /^[A-Za-z_]\w*$/;
const WIDTH = 90;

/** A value as a literal of JavaScript, on one line where it fits. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((member) => literal(member, inner))
    : Object.entries(value).map(([key, member]) => `${NAME.test(key) ? key : literal(key)}: ${literal(member, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) return open + close;
  const line = isList ? `[${members.join(', ')}]` : `{ ${members.join(', ')} }`;
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`;
}

/** A program that calls an action of the API under this address with this input, by the TypeScript SDK. */
export function typescriptSample(action: string, input: Readonly<Record<string, unknown>>, baseUrl: string): string {
  const { noun, verb } = readSampleSource().methodOf(action);
  const given = Object.keys(input).length > 0 ? literal(input) : '';
  return `import { createClient } from '@parley/sdk';

const client = createClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.PARLEY_API_KEY ?? '',
});
const answer = await client.${noun}.${verb}(${given});
console.log(answer);
`;
}
