import { expect, test } from 'vitest';
import { githubSlug } from '../src/github-slug.ts';

test.each([
  ['message.received', 'messagereceived'],
  ['no_existing_conversation', 'no_existing_conversation'],
  ['1. Start', '1-start'],
  ['Logs, metrics and traces', 'logs-metrics-and-traces'],
  ['Send – and receive', 'send--and-receive'],
  ['`POST /hooks/…`', 'post-hooks'],
  ['رسالتك الأولى', 'رسالتك-الأولى'],
])('gives the heading “%s” the id that GitHub gives it', (heading, id) => {
  expect(githubSlug(heading)).toBe(id);
});
