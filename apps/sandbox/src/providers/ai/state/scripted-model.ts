import type { AskedMessage, AskedPrompt, TokenCounts } from './asked.ts';

/** What the model says when the customer's last text contains something. Of several that fit, the newest wins. */
export interface AnswerRule {
  contains: string;
  /** Said at once, or after the tool; `{result}` stands for what the tool gave, `{messages}` for how many were in the prompt. */
  answer: string | null;
  tool: { name: string; arguments: Record<string, unknown> } | null;
  /** Tokens that the answer says were cached, and spent on reasoning. */
  cachedTokens: number;
  reasoningTokens: number;
}

/** What the model does. */
export interface ModelAnswer {
  text: string;
  call: { name: string; arguments: Record<string, unknown> } | null;
  tokens: TokenCounts;
}

const CHARS_PER_TOKEN = 4;
/** Bytes of a recording that begin so are the text of what is said in it. */
const SPOKEN = 'say: ';

const tokensOf = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);

/** What is said in a recording. */
function hear(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith(SPOKEN) ? text.slice(SPOKEN.length) : `A recording of ${bytes.length} bytes.`;
}

const lastOf = (prompt: AskedPrompt, role: AskedMessage['role']): AskedMessage | undefined =>
  prompt.messages.findLast((message) => message.role === role);

/** One line that says what was asked: tests compare it without looking into the log. */
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

/** The answer of a rule, filled in; null where it has none. */
function say({ messages }: AskedPrompt, rule: AnswerRule | undefined, result: string): string | null {
  const count = messages.filter(({ role }) => role !== 'system').length;
  return rule?.answer?.replaceAll('{result}', () => result).replaceAll('{messages}', String(count)) ?? null;
}

function textOf(prompt: AskedPrompt, rule: AnswerRule | undefined): string {
  const last = prompt.messages.at(-1);
  if (last?.role === 'tool') return say(prompt, rule, last.text) ?? `The tool said: ${last.text}`;
  const recording = last?.files.find(({ mediaType }) => mediaType.startsWith('audio/'));
  if (recording) return hear(recording.bytes);
  return say(prompt, rule, '') ?? echo(prompt);
}

/** What the scripted model answers: by the newest rule that fits the customer's last text, else {@link echo}. Pure. */
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
