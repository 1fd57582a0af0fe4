import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { badParameter } from '../graph-error.ts';
import { PageSend, type PageSendBody } from './page-send-schema.ts';
import { refuseIssue } from './refuse-issue.ts';

/** Parameters that are JSON in a form. */
const NESTED = ['recipient', 'message', 'reply_to', 'payload'];

/** Reads the body of a send: the recipient first, because it determines the channel. Fields may be JSON in strings. */
export function readPageSend(parameters: Record<string, unknown>): PageSendBody | { refusal: ProviderAnswer } {
  const fields = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, unwrap(name, value)]));
  const parsed = PageSend.safeParse(fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = String(issue?.path[0] ?? 'recipient');
    return { refusal: fields[field] === undefined ? required(field) : refuseIssue(issue) };
  }
  const { recipient, ...body } = parsed.data;
  const refusal = refuseCombination(parsed.data);
  if (refusal) return { refusal };
  if (recipient.id !== undefined) return { ...body, recipient: { id: recipient.id } };
  return recipient.comment_id === undefined
    ? { refusal: badParameter('Param recipient must name one recipient') }
    : { ...body, recipient: { comment_id: recipient.comment_id } };
}

const required = (field: string): ProviderAnswer => badParameter(`The parameter ${field} is required`);

/** Refuses combinations that a send must not have, and missing parts: a sender action has its recipient alone. */
function refuseCombination(body: Omit<PageSendBody, 'recipient'> & { recipient: object }): ProviderAnswer | null {
  const { message, sender_action: action, messaging_type: type, tag, reply_to: quoted, payload, recipient } = body;
  if (Object.keys(recipient).length !== 1) return badParameter('Param recipient must name one recipient');
  if (!message && !action) return required('message');
  if (message && action) return badParameter('Only one of the params message and sender_action may be specified');
  if (action && (type ?? tag ?? quoted) !== undefined)
    return badParameter('A sender action takes no param other than recipient');
  if ((tag !== undefined) !== (type === 'MESSAGE_TAG'))
    return badParameter('Param tag is required for messages of type MESSAGE_TAG, and for no others');
  return payload && action !== 'react' && action !== 'unreact' ? badParameter('Param payload is not valid') : null;
}

function unwrap(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !NESTED.includes(name)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
