import type { ModelMessage } from 'ai';
import type { AiMessage, AiPart, AiTurn } from './ai-port.ts';

const turns = new WeakMap<AiTurn, readonly ModelMessage[]>();

/** Stores the library's form of an answer behind the port's opaque value. */
export function keepTurn(messages: readonly ModelMessage[]): AiTurn {
  const turn = Object.freeze({}) as AiTurn; // safe: the brand exists only for the compiler
  turns.set(turn, messages);
  return turn;
}

const toPart = (part: AiPart) =>
  part.type === 'text' ? part : { type: 'image' as const, image: part.bytes, mediaType: part.mediaType };

function toMessages(message: AiMessage): readonly ModelMessage[] {
  if (message.role === 'customer') return [{ role: 'user', content: message.parts.map(toPart) }];
  if (message.role === 'assistant') return [{ role: 'assistant', content: message.text }];
  const results = message.results.map(({ callId, name, output }) => ({
    type: 'tool-result' as const,
    toolCallId: callId,
    toolName: name,
    output: { type: 'text' as const, value: output },
  }));
  return [...(turns.get(message.turn) ?? []), { role: 'tool', content: results }];
}

/** Converts the messages to the library's form. */
export const toModelMessages = (messages: readonly AiMessage[]): ModelMessage[] => messages.flatMap(toMessages);
