import { EXAMPLES } from '@parley/gateway/openapi/examples';
import { makeCustomerDocument } from '@parley/gateway/openapi/make-document';
import { type Language, SAMPLE_LANGUAGES, sample } from './samples.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const LANGUAGES = Object.keys(SAMPLE_LANGUAGES) as Language[]; // safe: the keys of a constant

function withSamples(operation: unknown): unknown {
  const action = isRecord(operation) ? operation['x-action'] : undefined;
  const example = typeof action === 'string' ? EXAMPLES[action] : undefined;
  if (!isRecord(operation) || typeof action !== 'string' || !example) return operation;
  const samples = LANGUAGES.map((language) => ({
    lang: SAMPLE_LANGUAGES[language].highlight,
    label: SAMPLE_LANGUAGES[language].label,
    source: sample(language, action, example.request),
  }));
  return { ...operation, 'x-codeSamples': samples };
}

/**
 * The customer's document with code samples (`x-codeSamples`), for the site only: the served document stays small.
 */
export function makeSampledDocument(): Record<string, unknown> {
  const document = makeCustomerDocument();
  const paths = Object.entries(isRecord(document.paths) ? document.paths : {}).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(isRecord(item) ? item : {}).map(([method, each]) => [method, withSamples(each)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Files that the page loads, as addresses below the site. */
interface ReferenceFiles {
  library: string;
  script: string;
  document: string;
}

/** The page of the API's reference. */
export const makeReferencePage = ({ library, script }: ReferenceFiles): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference | Parley</title>
<link rel="icon" href="data:,">
<style>body { margin: 0 } .back { display: block; padding: 8px 16px; font: 14px system-ui, sans-serif }</style>
</head>
<body>
<a class="back" href="/docs/">← Documentation</a>
<div id="reference"></div>
<script src="/docs/${library}"></script>
<script src="/docs/${script}"></script>
</body>
</html>
`;

/** The script of that page: both documents, and options that turn off every request to the vendor's hosts. */
export const makeReferenceScript = ({ document }: ReferenceFiles): string => `Scalar.createApiReference('#reference', {
  sources: [
    { title: 'Messaging API', slug: 'messaging', url: '/docs/${document}' },
    { title: 'Operator API', slug: 'operator', url: '/openapi-operator.json' },
  ],
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  showToolbar: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  persistAuth: false,
});
`;
