import { escapeHtml } from '@parley/common/text/escape-html';
import type { FastifyReply } from 'fastify';
import { buildError } from './build-error.ts';
import { noteError } from './send-answer.ts';

const HTML_TYPE = 'text/html; charset=utf-8';

/** Sends a page for a person: a title and a text, without scripts or external resources. */
export function sendPage(
  reply: FastifyReply,
  { status, title, text }: { status: number; title: string; text: string },
): FastifyReply {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</body>
</html>
`;
  return reply.code(status).header('content-type', HTML_TYPE).header('x-robots-tag', 'noindex').send(page);
}

const texts = (status: number): { title: string; text: string } => {
  if (status === 429) return { title: 'Too many attempts', text: 'Wait a moment, then open the link again.' };
  if (status === 503 || status === 504)
    return {
      title: 'Not available',
      text: 'The service is not available at the moment. Open the link again in a moment.',
    };
  return { title: 'Something went wrong', text: 'Open the link again, or ask for a new one where you got it from.' };
};

/** Sends an error as a page, with the status and headers of docs/reference/errors.md#error-body and without its cause. */
export function sendBrowserError(reply: FastifyReply, error: unknown): FastifyReply {
  const answer = buildError(error, reply.request);
  noteError(reply.request, answer, error);
  const { status, headers } = answer;
  return sendPage(reply.headers(headers), { status, ...texts(status) });
}
