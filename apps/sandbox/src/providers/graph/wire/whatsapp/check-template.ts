import { at } from '@parley/common/at';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { MessageTemplate, TemplateComponent } from '../../state/business-account.ts';
import { graphError } from '../graph-error.ts';
import type { TemplateMessage } from './send-schema.ts';

/** Meta's refusal of a template send, or null: name, language, state, then the parameters of header and body. */
export function checkTemplate(templates: MessageTemplate[], message: TemplateMessage): ProviderAnswer | null {
  const language = message.language.code;
  const template = templates.find((known) => known.name === message.name && known.language === language);
  if (template?.status === 'PAUSED') return graphError(132015);
  if (template?.status === 'DISABLED') return graphError(132016);
  if (template?.status !== 'APPROVED') {
    return graphError(132001, { details: `template name (${message.name}) does not exist in ${language}` });
  }
  return checkHeader(template, message) ?? checkBody(template, message);
}

/** The distinct placeholders of a template text, in order of first use. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => at(match, 1)))];
}

function checkHeader(template: MessageTemplate, message: TemplateMessage): ProviderAnswer | null {
  const header = componentOf(template, 'HEADER');
  const given = parametersOf(message, 'header');
  if (header?.format && ['IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'].includes(header.format)) {
    const [{ type } = { type: 'unknown' }] = given;
    const received = type.toUpperCase();
    if (received === header.format) return null;
    return graphError(132012, {
      details: `header: Format mismatch, expected ${header.format}, received ${received}`,
    });
  }
  return checkCount('header', placeholdersOf(header?.text ?? ''), given.length);
}

function checkBody(template: MessageTemplate, message: TemplateMessage): ProviderAnswer | null {
  const body = componentOf(template, 'BODY')?.text ?? '';
  const names = placeholdersOf(body);
  const given = parametersOf(message, 'body');
  const mismatch = checkCount('body', names, given.length);
  if (mismatch) return mismatch;
  const named = template.parameter_format === 'NAMED';
  for (const parameter of given) {
    if (named !== (parameter.parameter_name !== undefined)) return graphError(132018);
    if (named && !names.includes(parameter.parameter_name ?? '')) return graphError(132018);
    if (parameter.type !== 'text') continue;
    if (!parameter.text) {
      return graphError(131008, { details: 'Parameter of type text is missing text value' });
    }
    if (/[\n\t]| {5,}/.test(parameter.text)) {
      const details = 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces';
      return graphError(132018, { details });
    }
  }
  const hydratedLength = given.reduce((sum, parameter) => sum + (parameter.text?.length ?? 0), body.length);
  return hydratedLength > 1024 ? graphError(132005) : null;
}

function checkCount(part: string, expected: string[], given: number): ProviderAnswer | null {
  if (expected.length === given) return null;
  const details = `${part}: number of localizable_params (${given}) does not match the expected number of params (${expected.length})`;
  return graphError(132000, { details });
}

function componentOf(template: MessageTemplate, type: string): TemplateComponent | undefined {
  return template.components.find((component) => component.type === type);
}

function parametersOf(message: TemplateMessage, type: string) {
  return message.components.find((component) => component.type.toLowerCase() === type)?.parameters ?? [];
}
