import { ERROR_CATALOGUE } from '@parley/common/errors/error-catalogue';
import { ERROR_PAGE, FIELD_PROBLEMS, sectionOfError } from '@parley/common/errors/error-pages';
import { escapeHtml } from '@parley/common/text/escape-html';
import type { FastifyInstance } from 'fastify';
import { type Asset, makeAsset, sendAsset } from '../answers/send-asset.ts';
import type { Handle } from './route-every-method.ts';
import { routeMethods } from './route-methods.ts';

interface Section {
  code: string;
  title: string;
  text: string;
  advice: string;
}

const FIELDS: Section = {
  code: sectionOfError('missing_field'),
  title: FIELD_PROBLEMS,
  text: '400. A field is missing, or its value is not allowed.',
  advice: 'The code is made of the path of the field. Correct the fields that details lists.',
};

const sections = (): Section[] => [
  FIELDS,
  ...Object.entries(ERROR_CATALOGUE).map(([code, { status, message, advice }]) => ({
    ...{ code, title: code, text: `${status}. ${message}`, advice },
  })),
];

const renderSection = ({ code, title, text, advice }: Section): string => `<section id="${code}">
<h2>${escapeHtml(title)}</h2>
<p>${escapeHtml(text)}</p>
<p>${escapeHtml(advice)}</p>
</section>
`;

const renderPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Error codes</title>
<link rel="icon" href="data:,">
</head>
<body>
<main>
<h1>Error codes</h1>
${sections().map(renderSection).join('')}</main>
</body>
</html>
`;

/** The page that `doc_url` leads to where the documentation site, which has the same sections, is not built. */
export function addErrorPage(app: FastifyInstance): void {
  let page: Asset | undefined;
  const handle: Handle = (request, reply) => {
    page ??= makeAsset('text/html; charset=utf-8', renderPage());
    return sendAsset(request, reply, page);
  };
  routeMethods(app, ERROR_PAGE, { GET: handle, HEAD: handle }, { operation: 'docs' });
}
