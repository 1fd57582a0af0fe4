import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { type Language, SAMPLE_BASE_URL, SAMPLE_LANGUAGES, sample } from './samples.ts';
import type { SiteAddress } from './site-address.ts';

const LANGUAGES = Object.keys(SAMPLE_LANGUAGES) as Language[]; // safe: the keys of a constant
/** The origin in the samples; the page shows its own instead. */
const SAMPLE_ORIGIN = new URL(SAMPLE_BASE_URL).origin;

/** A code sample as the reference shows it (`x-codeSamples`). */
interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/**
 * The code samples of every customer action. They are a file of the site, so that the document of the gateway stays small.
 */
export const makeSamples = (): Readonly<Record<string, readonly CodeSample[]>> =>
  Object.fromEntries(
    CUSTOMER_ACTIONS.map(({ name, example }) => [
      name,
      LANGUAGES.map((language) => ({
        lang: SAMPLE_LANGUAGES[language].highlight,
        label: SAMPLE_LANGUAGES[language].label,
        source: sample(language, name, example.request),
      })),
    ]),
  );

/** Files that the page loads, as addresses below the site. */
interface ReferenceFiles {
  library: string;
  script: string;
  samples: string;
}

/** The page of the API's reference. */
export const makeReferencePage = (
  { library, script }: ReferenceFiles,
  { base }: SiteAddress,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference | Parley</title>
<link rel="icon" href="data:,">
<style>body { margin: 0 } .back { display: block; padding: 8px 16px; font: 14px system-ui, sans-serif }</style>
</head>
<body>
<a class="back" href="${base}">← Documentation</a>
<div id="reference"></div>
<script src="${base}${library}"></script>
<script src="${base}${script}"></script>
</body>
</html>
`;

/**
 * The script of that page, with options that turn off every request to the vendor's hosts. On a gateway it shows the
 * gateway's documents with the reader's origin as their server, because the policy of the page allows no other. On
 * another host there is no API: it shows the origin of the samples and sends no request.
 */
export const makeReferenceScript = (
  { samples }: ReferenceFiles,
  { base, documents, version }: SiteAddress,
): string => `const origin = ${version === null ? 'location.origin' : `'${SAMPLE_ORIGIN}'`};
const read = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(address + ' answered ' + answer.status);
  return answer.json();
};
const atOrigin = (document) => ({ ...document, servers: [{ url: origin }] });
const withSamples = (document, samples) => {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
    operation['x-codeSamples'] = (samples[operation['x-action']] ?? []).map((sample) => ({
      ...sample,
      source: sample.source.replaceAll('${SAMPLE_ORIGIN}', origin),
    }));
  return document;
};
const open = async () => {
  const [messaging, operator, samples] = await Promise.all(
    ['${documents}openapi.json', '${documents}openapi-operator.json', '${base}${samples}'].map(read),
  );
  Scalar.createApiReference('#reference', {
    sources: [
      { title: 'Messaging API', slug: 'messaging', content: withSamples(atOrigin(messaging), samples) },
      { title: 'Operator API', slug: 'operator', content: atOrigin(operator) },
    ],
    telemetry: false,
    withDefaultFonts: false,
    showDeveloperTools: 'never',
    showToolbar: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    hideTestRequestButton: ${version !== null},
    persistAuth: false,
  });
};
open().catch((error) => {
  document.getElementById('reference').textContent = 'The reference cannot be shown: ' + error.message;
});
`;
