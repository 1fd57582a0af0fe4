import type { BotTool } from '@parley/common/contracts/operator/bots';
import { makeId } from '@parley/common/ids';
import { cleanText } from '@parley/common/text/clean-text';
import { showRowId } from '@parley/common/values/row-ids';
import type { AiToolCall } from '@parley/providers/ai/ai-port';
import type { Egress } from '@parley/providers/egress/open-egress';
import { AnswerLate, AnswerTooLarge, exchange, targetOf } from '@parley/providers/http/exchange';
import { standardSignature } from '@parley/providers/http/standard-signature';
import type { ReplyBot, ToolConversation } from './reply.rules.ts';

/** The answer of a tenant's server: its text, or the problem in words for the model. */
export type ToolAnswer = { ok: true; text: string } | { ok: false; problem: string };

interface ToolCall {
  bot: Pick<ReplyBot, 'id' | 'name'>;
  tool: BotTool;
  arguments: AiToolCall['arguments'];
  conversation: ToolConversation;
  /** Signs the call. */
  secret: string;
  at: Date;
  timeoutMs: number;
  signal: AbortSignal;
}

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
export async function postTool(
  egress: Pick<Egress, 'agent' | 'readUrl'>,
  { bot, tool, arguments: given, conversation, secret, at, timeoutMs, signal }: ToolCall,
): Promise<ToolAnswer> {
  const id = makeId('tcl');
  const timestamp = String(Math.floor(at.getTime() / 1000));
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
    'webhook-signature': standardSignature(secret, { id, timestamp, body }),
  };
  try {
    const { href } = egress.readUrl(tool.url);
    // A kept connection may end just when it is used again: the call would fail, and it is not repeated.
    const request = { method: 'POST' as const, headers, body, reset: true };
    const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES, signal };
    const answer = await exchange(egress.agent, targetOf(href), request, limits);
    const { statusCode } = answer;
    if (statusCode < 200 || statusCode > 299) return failed(`The tool answered with status ${statusCode}.`);
    return { ok: true, text: cleanText(answer.body.toString('utf8')) };
  } catch (error) {
    return failed(problemOf(error));
  }
}
