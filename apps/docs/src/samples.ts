import { readSampleSource } from '../../../sdks/generate/read-samples.ts';
import { goSample } from '../../../sdks/go/generate/sample.ts';
import { phpSample } from '../../../sdks/php/generate/sample.ts';
import { pythonSample } from '../../../sdks/python/generate/sample.ts';
import { typescriptSample } from '../../../sdks/typescript/generate/sample.ts';

/** The input of an action, as JSON. */
export type SampleInput = Readonly<Record<string, unknown>>;

/** A language of the code samples. */
interface SampleLanguage {
  label: string;
  /** The name by which the reference highlights it. */
  highlight: string;
  /** Code that calls the action; the key is in PARLEY_API_KEY. */
  sample(action: string, input: SampleInput): string;
}

/** The tenant `demo` of `npm start`. */
export const SAMPLE_BASE_URL = 'http://localhost:8080/demo/api/messaging/';

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** A value as a query or a form shows it. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function curlSample(action: string, input: SampleInput): string {
  const { method } = readSampleSource().methodOf(action);
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

/** Every language of the samples, in the order of the reference. */
export const SAMPLE_LANGUAGES = {
  curl: { label: 'curl', highlight: 'shell', sample: curlSample },
  typescript: {
    label: 'TypeScript',
    highlight: 'typescript',
    sample: (action, input) => typescriptSample(action, input, SAMPLE_BASE_URL),
  },
  python: { label: 'Python', highlight: 'python', sample: pythonSample },
  php: { label: 'PHP', highlight: 'php', sample: phpSample },
  go: { label: 'Go', highlight: 'go', sample: goSample },
} as const satisfies Readonly<Record<string, SampleLanguage>>;

export type Language = keyof typeof SAMPLE_LANGUAGES;

/** Code in `language` that calls `action` with `input`. */
export const sample = (language: Language, action: string, input: SampleInput): string =>
  SAMPLE_LANGUAGES[language].sample(action, input);
