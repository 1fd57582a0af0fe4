import { isObject, type JsonObject, listOf, objectOf, textOf } from '../http/json-walk.ts';
import { attachment, type InboundAttachment } from '../received/inbound-item.ts';
import { waContent } from './wa-content.ts';

interface SentContent {
  text: string;
  attachments: InboundAttachment[];
}

/** The values that a send gives to the placeholders of a template's body, by their names or numbers from 1. */
function valuesOf(sent: JsonObject): ReadonlyMap<string, string> {
  const body = listOf(sent.components).find((component) => objectOf(component).type === 'body');
  return new Map(
    listOf(objectOf(body).parameters).map((given, index) => {
      const { parameter_name: name, text } = objectOf(given);
      return [textOf(name) ?? String(index + 1), textOf(text) ?? ''] as const;
    }),
  );
}

/** A template as the person reads it, if the platform describes the template; other content is kept unchanged. */
function templateContent(sent: JsonObject, described: JsonObject): SentContent {
  const body = listOf(described.components).find((component) => objectOf(component).type === 'BODY');
  const values = valuesOf(sent);
  const text = (textOf(objectOf(body).text) ?? '').replaceAll(
    /\{\{\s*(\w+)\s*\}\}/g,
    (placeholder, name: string) => values.get(name) ?? placeholder,
  );
  return { text, attachments: [attachment('unsupported', { payload: { template: sent } })] };
}

/** Another app's file: only that app can open its id or its address. */
const withoutSource = (part: InboundAttachment): InboundAttachment => ({ ...part, providerMediaId: null, url: null });

/** The content of another app's send, from its request body; `described` is the template that it names. */
export function sentContent(message: JsonObject, described: JsonObject): SentContent {
  if (isObject(message.template)) return templateContent(message.template, described);
  const { text, attachments } = waContent(textOf(message.type) ?? 'text', message);
  const question = textOf(objectOf(objectOf(message.interactive).body).text);
  return { text: question ?? text, attachments: attachments.map(withoutSource) };
}
