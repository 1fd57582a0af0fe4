import type { BotTool } from '@parley/common/contracts/operator/bots';
import { cleanText } from '@parley/common/text/clean-text';
import type { AiTool, AiToolCall } from '@parley/providers/ai/ai-port';
import { searchKnowledge } from '../knowledge/knowledge.steps.ts';
import type { Passage } from '../knowledge/passage.rules.ts';
import type { BotsService } from '../service.ts';
import { toolSecretPurpose } from '../settings/bot.rules.ts';
import { checkArguments } from '../settings/tool-schema.rules.ts';
import { postTool, type ToolAnswer } from './post-tool.client.ts';
import { HAND_OVER, HAND_OVER_TOOL, SEARCH_KNOWLEDGE, SEARCH_TOOL } from './prompt.rules.ts';
import type { ReplyContext } from './reply.rules.ts';

/** A completed call. */
export interface MadeCall {
  name: string;
  arguments: AiToolCall['arguments'];
  ok: boolean;
}

/** Limit of calls to the tenant's own tools in one reply. */
const MAX_OWN_CALLS = 5;
const MAX_CALLS = 12;
const MAX_OUTPUT_BYTES = 16 * 1024;

const asError = (problem: string): string => JSON.stringify({ error: problem });

/** As many passages as fit, as text for the model. */
function writePassages(passages: readonly Passage[]): string {
  let kept = passages;
  while (kept.length > 0 && Buffer.byteLength(JSON.stringify(kept)) > MAX_OUTPUT_BYTES) kept = kept.slice(0, -1);
  return kept.length === 0 ? asError('Nothing was found.') : JSON.stringify({ passages: kept });
}

/**
 * Makes the tools of one reply (docs/reference/bot-replies.md#tools). Arguments are checked; the model gets invalid
 * ones back.
 */
export function makeToolRunner(service: BotsService, { bot, conversation, signal }: ReplyContext, canSearch: boolean) {
  const builtIn = [...(canSearch ? [SEARCH_TOOL] : []), HAND_OVER_TOOL];
  const tools = [...builtIn, ...bot.tools.filter(({ name }) => builtIn.every((tool) => tool.name !== name))];
  const made: MadeCall[] = [];
  const passages: Passage[] = [];
  let ownCalls = 0;

  async function search(queries: unknown): Promise<ToolAnswer> {
    // The schema of the tool has checked the arguments.
    const asked = Array.isArray(queries) ? queries.filter((query) => typeof query === 'string') : [];
    const found = await searchKnowledge(service, { tenantId: bot.tenantId, botId: bot.id }, asked);
    passages.push(...found);
    return { ok: true, text: writePassages(found) };
  }

  async function callOwn(tool: BotTool, given: AiToolCall['arguments']): Promise<ToolAnswer> {
    if (++ownCalls > MAX_OWN_CALLS) return { ok: false, problem: 'No more tools may be called for this reply.' };
    if (conversation === null) return { ok: false, problem: 'This is a trial: the tool was not called.' };
    const secret = service.cipher.decrypt(bot.toolSecret, toolSecretPurpose(bot.tenantId));
    const call = { bot, tool, arguments: given, conversation, secret, signal };
    return postTool(service.egress, { ...call, at: service.now(), timeoutMs: service.toolTimeoutMs });
  }

  async function answerOf({ name, arguments: given }: AiToolCall): Promise<ToolAnswer> {
    const tool = tools.find((one) => one.name === name);
    if (!tool) return { ok: false, problem: 'There is no such tool.' };
    if (made.length >= MAX_CALLS) return { ok: false, problem: 'No more tools may be called for this reply.' };
    const problem = checkArguments(tool.parameters, given);
    if (problem !== null) return { ok: false, problem: `The arguments are wrong: ${problem}` };
    if (name === SEARCH_KNOWLEDGE && canSearch) return search(given.queries);
    const own = bot.tools.find((one) => one.name === name);
    return own ? callOwn(own, given) : { ok: true, text: '' };
  }

  return {
    tools: tools.map(({ name, description, parameters }): AiTool => ({ name, description, parameters })),
    /** Runs a call; `handOver` is the reason when the model asks for a person. */
    async run(call: AiToolCall): Promise<{ output: string } | { handOver: string }> {
      const answer = await answerOf(call);
      made.push({ name: call.name, arguments: call.arguments, ok: answer.ok });
      if (answer.ok && call.name === HAND_OVER) return { handOver: cleanText(String(call.arguments.reason)).trim() };
      return { output: answer.ok ? answer.text : asError(answer.problem) };
    },
    made: (): readonly MadeCall[] => made,
    passages: (): readonly Passage[] => passages,
  };
}

/** The tools of one reply. */
export type ToolRunner = ReturnType<typeof makeToolRunner>;
