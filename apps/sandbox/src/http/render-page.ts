import { randomBytes } from 'node:crypto';
import { escapeHtml } from '@parley/common/text/escape-html';
import type { ProviderAnswer } from './provider-answer.ts';

/** A page of a provider's authorization dialog: no script, no external resources, and readable without style. */
export function renderPage(status: number, title: string, content: string): ProviderAnswer {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; background: #f0f2f5; color: #1c1e21; }
main { max-width: 32rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border-radius: .5rem; }
h1 { font-size: 1.25rem; }
fieldset { border: 1px solid #ccd0d5; border-radius: .5rem; margin: 0 0 1rem; padding: .75rem 1rem; }
label { display: flex; gap: .6rem; padding: .25rem 0; }
small { display: block; color: #4b4f56; }
button { font: inherit; padding: .6rem 1.2rem; border-radius: .4rem; border: 1px solid #1877f2; cursor: pointer; }
#continue { background: #1668d9; color: #fff; }
#cancel { background: #fff; color: #1c1e21; border-color: #8d949e; }
.note { color: #4b4f56; }
</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
  return { status, body, headers };
}

/** A page with one script of ours, which reports to the window that opened it. */
export function renderScriptPage(status: number, title: string, content: string, script: string): ProviderAnswer {
  const nonce = randomBytes(16).toString('base64');
  const { headers, body, ...page } = renderPage(
    status,
    title,
    `${content}\n<script nonce="${nonce}">${script}</script>`,
  );
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'`;
  return { ...page, body, headers: { ...headers, 'content-security-policy': policy } };
}

/** Redirects the browser. */
export function redirectTo(location: string): ProviderAnswer {
  return { status: 302, body: '', headers: { location, 'cache-control': 'no-store' } };
}
