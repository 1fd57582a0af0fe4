import { showRowId } from '@parley/common/row-ids';
import type { Egress } from '@parley/providers/egress/open-egress';
import { AnswerLate, AnswerTooLarge, exchange, targetOf } from '@parley/providers/exchange';
import { standardSignature } from '@parley/providers/standard-signature';
import { cleanText } from '@parley/providers/tidy-values';
import type { ReplyBot } from '../domain/reply-bot.ts';
import type { RunToolDeps, ToolAnswer } from '../use-cases/run-tool.ts';

interface PostToolDeps {
  egress: Pick<Egress, 'agent' | 'readUrl'>;
  /** Decrypts the secret that signs the calls of a bot's tools. */
  openSecret(bot: ReplyBot): string;
  makeId(): string;
  now(): Date;
  /** Default 10 s. */
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024;

const failed = (problem: string): ToolAnswer => ({ ok: false, problem });

function problemOf(error: unknown): string {
  if (error instanceof AnswerLate) return 'The tool did not answer in time.';
  return error instanceof AnswerTooLarge ? 'The answer of the tool is too large.' : 'The tool could not be reached.';
}

/**
 * Calls a tenant's own tool: one signed POST (Standard Webhooks) under the egress rules, no redirects, no retries
 * (docs/reference/bot-replies.md#tools). The model reads the failure, without an address.
 */
export function makePostTool({
  egress,
  openSecret,
  makeId,
  now,
  timeoutMs = TIMEOUT_MS,
}: PostToolDeps): RunToolDeps['postTool'] {
  return async ({ bot, tool, arguments: given, conversation, signal }) => {
    const id = makeId();
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const { id: conversationId, ...facts } = conversation;
    const body = JSON.stringify({
      id,
      tool: tool.name,
      arguments: given,
      bot: { id: showRowId('bot', bot.id), name: bot.name },
      conversation_id: conversationId,
      ...facts,
    });
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Parley-Tools/1',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': standardSignature(openSecret(bot), { id, timestamp, body }),
    };
    try {
      const { href } = egress.readUrl(tool.url);
      const request = { method: 'POST' as const, headers, body };
      const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES, signal };
      const answer = await exchange(egress.agent, targetOf(href), request, limits);
      const { statusCode } = answer;
      if (statusCode < 200 || statusCode > 299) return failed(`The tool answered with status ${statusCode}.`);
      return { ok: true, text: cleanText(answer.body.toString('utf8')) };
    } catch (error) {
      return failed(problemOf(error));
    }
  };
}
