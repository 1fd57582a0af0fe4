import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const SCRIPT = 'text/javascript; charset=utf-8';
const ASSETS = [
  ['phone.js', SCRIPT],
  ['phone-texts.js', SCRIPT],
  ['phone-view.js', SCRIPT],
  ['ask-sandbox.js', SCRIPT],
  ['link-device.js', SCRIPT],
  ['phone.css', 'text/css; charset=utf-8'],
] as const;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Test phone</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/phone/phone.css">
<script type="module" src="/sandbox/phone/phone.js"></script>
</head>
<body><main id="phone"></main></body>
</html>
`;

/** No external and no inline resources; only Parley's console may show the page in a frame. */
const policyFor = (frameOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${["'self'", ...frameOrigins].join(' ')}`,
  ].join('; ');

/** `/sandbox/phone`: the test phone as a page, and its script and style. */
export function phonePage(app: FastifyInstance, frameOrigins: () => readonly string[]): void {
  app.get('/sandbox/phone', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policyFor(frameOrigins()),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      .send(PAGE),
  );
  for (const [name, type] of ASSETS) {
    const body = readFileSync(new URL(`../../assets/${name}`, import.meta.url));
    app.get(`/sandbox/phone/${name}`, (_request, reply) =>
      reply
        .headers({ 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
        .send(body),
    );
  }
}
