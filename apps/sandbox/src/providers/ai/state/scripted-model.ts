import type { AskedMessage, AskedPrompt, TokenCounts } from './asked.ts';

/** An answer of the model if the customer's last text contains a string. Of several matches, the newest wins. */
export interface AnswerRule {
  contains: string;
  /**
   * Returned at once, or after the tool call; of several, those of a conversation take turns. `{result}` is the tool's result, `{messages}` the number of messages in
   * the prompt.
   */
  answer: string | string[] | null;
  tool: { name: string; arguments: Record<string, unknown> } | null;
  /** Numbers of cached and reasoning tokens that the answer reports. */
  cachedTokens: number;
  reasoningTokens: number;
}

/** The model's reaction. */
export interface ModelAnswer {
  text: string;
  call: { name: string; arguments: Record<string, unknown> } | null;
  tokens: TokenCounts;
}

const CHARS_PER_TOKEN = 4;
/** Prefix of fake recordings, which contain their spoken text. */
const SPOKEN = 'say: ';

const tokensOf = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);

/** The spoken text of a recording. */
function hear(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith(SPOKEN) ? text.slice(SPOKEN.length) : `A recording of ${bytes.length} bytes.`;
}

const lastOf = (prompt: AskedPrompt, role: AskedMessage['role']): AskedMessage | undefined =>
  prompt.messages.findLast((message) => message.role === role);

/** One line that summarises the prompt, so that tests can check it without the log. */
function echo(prompt: AskedPrompt): string {
  const counted = prompt.messages.filter(({ role }) => role !== 'system');
  const system = prompt.messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  const files = counted.reduce((sum, message) => sum + message.files.length, 0);
  return [
    `model ${prompt.model}`,
    `system ${system.join('\n').length}`,
    `messages ${counted.length}`,
    `files ${files}`,
    `tools ${prompt.tools.join(',') || 'none'}`,
    `last ${counted.at(-1)?.text ?? ''}`,
  ].join(' | ');
}

/** The answer of a rule, filled in; null if it has none. */
function say({ messages }: AskedPrompt, rule: AnswerRule | undefined, result: string): string | null {
  const count = messages.filter(({ role }) => role !== 'system').length;
  const replies = messages.filter(({ role }) => role === 'assistant').length;
  const answers = [rule?.answer ?? []].flat();
  const answer = answers[replies % Math.max(1, answers.length)];
  return answer?.replaceAll('{result}', () => result).replaceAll('{messages}', String(count)) ?? null;
}

function textOf(prompt: AskedPrompt, rule: AnswerRule | undefined): string {
  const last = prompt.messages.at(-1);
  if (last?.role === 'tool') return say(prompt, rule, last.text) ?? `The tool said: ${last.text}`;
  const recording = last?.files.find(({ mediaType }) => mediaType.startsWith('audio/'));
  if (recording) return hear(recording.bytes);
  return say(prompt, rule, '') ?? echo(prompt);
}

/** The scripted model's answer: by the newest rule that matches the customer's last text, else {@link echo}. Pure. */
export function answerPrompt(prompt: AskedPrompt, rules: readonly AnswerRule[]): ModelAnswer {
  const asked = lastOf(prompt, 'user')?.text ?? '';
  const rule = rules.findLast(({ contains }) => asked.includes(contains));
  const call = rule?.tool && prompt.messages.at(-1)?.role !== 'tool' ? rule.tool : null;
  const text = call ? '' : textOf(prompt, rule);
  const input = prompt.messages.reduce((sum, message) => sum + tokensOf(message.text), 0);
  const spoken = call ? tokensOf(JSON.stringify(call)) : tokensOf(text);
  return {
    text,
    call,
    tokens: {
      input,
      cached: Math.min(rule?.cachedTokens ?? 0, input),
      output: spoken + (rule?.reasoningTokens ?? 0),
      reasoning: rule?.reasoningTokens ?? 0,
    },
  };
}
