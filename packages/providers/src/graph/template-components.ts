import type { createTemplate } from '@parley/common/contracts/channels/create-template';
import type { InputOf } from '@parley/common/define-contract';
import { isNumbered, variablesOf } from '@parley/common/wa-template/template-variables';
import type { NewTemplate, TemplateComponent } from './template-calls.ts';

/** The content of a request. */
export type TemplateContent = Pick<
  InputOf<typeof createTemplate>,
  'header' | 'body' | 'footer' | 'buttons' | 'addSecurityRecommendation' | 'codeExpirationMinutes'
>;
type Header = NonNullable<TemplateContent['header']>;
type Body = NonNullable<TemplateContent['body']>;
type Button = NonNullable<TemplateContent['buttons']>[number];

const byNumber = (one: string, other: string): number => Number(one) - Number(other);

const namedExamples = (names: readonly string[], examples: Readonly<Record<string, string>>) =>
  names.map((name) => ({ param_name: name, example: examples[name] ?? '' }));

function headerExample({ text = '', example }: Header): { example?: unknown } {
  const [name] = variablesOf(text);
  if (name === undefined || example === undefined) return {};
  return isNumbered(name)
    ? { example: { header_text: [example] } }
    : { example: { header_text_named_params: namedExamples([name], { [name]: example }) } };
}

function toHeader(header: Header, handle: string | null): TemplateComponent {
  const format = header.type.toUpperCase();
  if (header.type === 'text') return { type: 'HEADER', format, text: header.text, ...headerExample(header) };
  return { type: 'HEADER', format, ...(handle === null ? {} : { example: { header_handle: [handle] } }) };
}

function toBody({ text, examples = {} }: Body): TemplateComponent {
  const names = variablesOf(text);
  if (names.length === 0) return { type: 'BODY', text };
  if (!names.every(isNumbered))
    return { type: 'BODY', text, example: { body_text_named_params: namedExamples(names, examples) } };
  // A list within a list, as in Meta's examples.
  return { type: 'BODY', text, example: { body_text: [names.toSorted(byNumber).map((name) => examples[name] ?? '')] } };
}

function toButton(button: Button): TemplateComponent {
  switch (button.type) {
    case 'quick_reply':
      return { type: 'QUICK_REPLY', text: button.title };
    case 'url':
      return {
        type: 'URL',
        text: button.title,
        url: button.url,
        ...(button.example === undefined ? {} : { example: [button.example] }),
      };
    case 'phone_number':
      return { type: 'PHONE_NUMBER', text: button.title, phone_number: button.phoneNumber };
    case 'copy_code':
      return { type: 'COPY_CODE', example: button.example };
  }
}

/** The components of an AUTHENTICATION template, whose text Meta writes. */
function toAuthentication(content: TemplateContent): TemplateComponent[] {
  const { buttons: [button] = [], addSecurityRecommendation, codeExpirationMinutes } = content;
  const title = button?.type === 'copy_code' ? button.title : undefined;
  return [
    {
      type: 'BODY',
      ...(addSecurityRecommendation === undefined ? {} : { add_security_recommendation: addSecurityRecommendation }),
    },
    ...(codeExpirationMinutes === undefined
      ? []
      : [{ type: 'FOOTER', code_expiration_minutes: codeExpirationMinutes }]),
    {
      type: 'BUTTONS',
      buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', ...(title === undefined ? {} : { text: title }) }],
    },
  ];
}

/**
 * The components of a template as Meta takes them (docs/reference/wa.md#templates); `handle` names the sample of a file.
 */
export function toComponents(content: TemplateContent, handle: string | null): TemplateComponent[] {
  const { header, body, footer, buttons } = content;
  if (body === undefined) return toAuthentication(content);
  return [
    ...(header === undefined ? [] : [toHeader(header, handle)]),
    toBody(body),
    ...(footer === undefined ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons === undefined ? [] : [{ type: 'BUTTONS', buttons: buttons.map(toButton) }]),
  ];
}

/** Whether the placeholders of a content are numbers or names. */
export function parameterFormat({ header, body }: TemplateContent): NewTemplate['parameterFormat'] {
  const names = variablesOf(`${header?.text ?? ''} ${body?.text ?? ''}`);
  return names.every(isNumbered) ? 'POSITIONAL' : 'NAMED';
}
