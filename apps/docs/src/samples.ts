import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { sdkMethodOf } from '@parley/gateway/openapi/sdk-methods';
import { goSample } from '../../../sdks/go/generate/sample.ts';
import { phpSample } from '../../../sdks/php/generate/sample.ts';
import { pythonSample } from '../../../sdks/python/generate/sample.ts';

/** The input of an action, as JSON. */
export type SampleInput = Readonly<Record<string, unknown>>;

/** A language of the code samples. */
interface SampleLanguage {
  label: string;
  /** The name by which the reference highlights it. */
  highlight: string;
  /** A complete program that calls the action; the key is in PARLEY_API_KEY. */
  sample(action: string, input: SampleInput): string;
}

/** The tenant `demo` of `npm start`. */
export const SAMPLE_BASE_URL = 'http://localhost:8080/demo/api/messaging/';

function contractOf(action: string) {
  const contract = CUSTOMER_ACTIONS.find(({ name }) => name === action);
  if (!contract) throw new Error(`There is no action ${action}.`);
  return contract;
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** A value as the text of a query parameter. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function curlSample(action: string, input: SampleInput): string {
  const { method } = contractOf(action);
  const isGet = method === 'GET';
  const lines = [
    `curl -s${isGet ? 'G' : ''} ${quote(SAMPLE_BASE_URL + action)}`,
    '-H "Authorization: Bearer $PARLEY_API_KEY"',
    ...(isGet
      ? Object.entries(input).map(([name, value]) => `--data-urlencode ${quote(`${name}=${textOf(value)}`)}`)
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(input))}`]),
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

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

function typescriptSample(action: string, input: SampleInput): string {
  const given = Object.keys(input).length > 0 ? literal(input) : '';
  return `import { createClient } from '@parley/sdk';

const client = createClient({
  baseUrl: '${SAMPLE_BASE_URL}',
  apiKey: process.env.PARLEY_API_KEY ?? '',
});
const answer = await client.${sdkMethodOf(contractOf(action))}(${given});
console.log(answer);
`;
}

/** Every language of the samples, in the order of the reference. */
export const SAMPLE_LANGUAGES = {
  curl: { label: 'curl', highlight: 'shell', sample: curlSample },
  typescript: { label: 'TypeScript', highlight: 'typescript', sample: typescriptSample },
  python: { label: 'Python', highlight: 'python', sample: pythonSample },
  php: { label: 'PHP', highlight: 'php', sample: phpSample },
  go: { label: 'Go', highlight: 'go', sample: goSample },
} as const satisfies Readonly<Record<string, SampleLanguage>>;

export type Language = keyof typeof SAMPLE_LANGUAGES;

/** A program in `language` that calls `action` with `input`. */
export const sample = (language: Language, action: string, input: SampleInput): string =>
  SAMPLE_LANGUAGES[language].sample(action, input);
