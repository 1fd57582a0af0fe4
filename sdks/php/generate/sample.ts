import { readSampleSource } from '../../generate/read-samples.ts';
import { toCamel } from './php-types.ts';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A value of JSON as PHP code. */
function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `[${Object.entries(value)
    .map(([name, member]) => `${quote(name)} => ${literal(member)}`)
    .join(', ')}]`;
}

/** PHP code that calls an action with an input. */
export function phpSample(action: string, input: Readonly<Record<string, unknown>>): string {
  const { noun, verb, paging } = readSampleSource().methodOf(action);
  const given = Object.entries(input).map(([name, value]) => `${toCamel(name)}: ${literal(value)}`);
  const line = given.join(', ');
  const args = line.length > 60 ? `\n    ${given.join(',\n    ')},\n` : line;
  const call = `$client->${noun}->${verb}(${args})`;
  const use = paging
    ? `foreach (${call} as $item) {\n    print_r($item->toArray());\n}`
    : `$answer = ${call};\nprint_r($answer->toArray());`;
  return `$client = new Parley\\Client(getenv('PARLEY_BASE_URL'), getenv('PARLEY_API_KEY'));\n${use}\n`;
}
