import {
  HEADER_TYPES,
  type HeaderType,
  isMediaHeader,
  TEMPLATE_CATEGORIES,
  type TemplateCategory,
} from '@parley/common/wa-template/template-limits';
import type { DraftButton, TemplateDraft } from '@parley/common/wa-template/template-rules';
import { variablesOf } from '@parley/common/wa-template/template-variables';
import type { InputOf, OutputOf } from '../../api/operations.ts';
import { type Json, objectsIn, textIn } from '../../api/read-json.ts';

export type Template = OutputOf<'list-templates'>['templates'][number];
export type ButtonType = DraftButton['type'];

/** A button in the editor, with the fields of every type. */
export interface EditedButton {
  type: ButtonType;
  title: string;
  url: string;
  phone: string;
  example: string;
}

/** A template in the editor, with each field as typed. */
export interface Editing {
  name: string;
  language: string;
  category: TemplateCategory;
  header: HeaderType | 'none';
  headerText: string;
  headerExample: string;
  mediaUrl: string;
  body: string;
  /** By the name of the placeholder; the example of a deleted placeholder is kept, and not sent. */
  examples: Readonly<Record<string, string>>;
  footer: string;
  buttons: readonly EditedButton[];
  hasSecurityAdvice: boolean;
  minutes: string;
}

export const NEW_BUTTON: EditedButton = { type: 'quick_reply', title: '', url: '', phone: '', example: '' };

export const NEW_TEMPLATE: Editing = {
  name: '',
  language: 'en',
  category: 'UTILITY',
  header: 'none',
  headerText: '',
  headerExample: '',
  mediaUrl: '',
  body: '',
  examples: {},
  footer: '',
  buttons: [],
  hasSecurityAdvice: true,
  minutes: '',
};

const given = (text: string): string | undefined => (text === '' ? undefined : text);

function headerOf({ header: type, headerText, headerExample, mediaUrl }: Editing): TemplateDraft['header'] {
  if (type === 'none') return undefined;
  if (type !== 'text') return { type, ...(isMediaHeader(type) ? { media_url: given(mediaUrl) } : {}) };
  const example = variablesOf(headerText).length > 0 ? given(headerExample) : undefined;
  return { type, text: given(headerText), example };
}

function buttonOf({ type, title, url, phone, example }: EditedButton): DraftButton {
  switch (type) {
    case 'quick_reply':
      return { type, title };
    case 'url':
      return { type, title, url, example: variablesOf(url).length > 0 ? given(example) : undefined };
    case 'phone_number':
      return { type, title, phone_number: phone };
    case 'copy_code':
      return { type, example: given(example) };
  }
}

function examplesOf({ body, examples }: Editing): Record<string, string> {
  const filled = variablesOf(body).flatMap((name) => {
    const example = given(examples[name] ?? '');
    return example === undefined ? [] : [[name, example] as const];
  });
  return Object.fromEntries(filled);
}

/** The content as the rules and the operations take it. */
export function contentOf(editing: Editing): TemplateDraft {
  const { category, body, footer, buttons, hasSecurityAdvice, minutes } = editing;
  if (category === 'AUTHENTICATION')
    return {
      category,
      buttons: [{ type: 'copy_code' }],
      add_security_recommendation: hasSecurityAdvice,
      ...(minutes === '' ? {} : { code_expiration_minutes: Number(minutes) }),
    };
  return {
    category,
    header: headerOf(editing),
    body: body === '' ? undefined : { text: body, examples: examplesOf(editing) },
    footer: given(footer),
    buttons: buttons.length === 0 ? undefined : buttons.map(buttonOf),
  };
}

/** The input of the operation. */
export const inputOf = (editing: Editing, from: string): InputOf<'create-template'> =>
  // safe: the rules and the fields of the form have been checked; the server checks again
  ({
    channel: 'wa',
    from,
    name: editing.name,
    language: editing.language,
    ...contentOf(editing),
  }) as InputOf<'create-template'>;

const BUTTON_TYPES: Readonly<Record<string, ButtonType>> = {
  QUICK_REPLY: 'quick_reply',
  URL: 'url',
  PHONE_NUMBER: 'phone_number',
  COPY_CODE: 'copy_code',
};
/** The type of a listed header. */
const headerTypeOf = ({ format }: Json): HeaderType | undefined =>
  HEADER_TYPES.find((type) => type.toUpperCase() === format);

function editedButton(button: Json): EditedButton[] {
  const type = BUTTON_TYPES[textIn(button.type)];
  if (!type) return [];
  const [example] = [button.example].flat();
  const digits = textIn(button.phone_number).replaceAll(/\D/g, '');
  const phone = digits === '' ? '' : `+${digits}`;
  const title = type === 'copy_code' ? '' : textIn(button.text);
  return [{ type, title, url: textIn(button.url), phone, example: textIn(example) }];
}

/** The values of the placeholders of a text, as Meta lists them. */
function listedExamples(component: Json | undefined, text: string): Record<string, string> {
  const [example = {}] = objectsIn([component?.example]);
  const named = [...objectsIn(example.body_text_named_params), ...objectsIn(example.header_text_named_params)];
  const numbered = [example.body_text ?? example.header_text].flat(2).map(textIn);
  const names = variablesOf(text).toSorted((one, other) => Number(one) - Number(other));
  return Object.fromEntries([
    ...names.map((name, index) => [name, numbered.at(index) ?? '']),
    ...named.map(({ param_name: name, example: value }) => [textIn(name), textIn(value)]),
  ]);
}

/** An existing template in the editor. Meta does not return the sample of a file: it must be given again. */
export function editingOf({ name, language, category, components }: Template): Editing {
  const find = (type: string): Json | undefined => components?.find((component) => component.type === type);
  const [header, body, footer] = [find('HEADER'), find('BODY'), find('FOOTER')];
  const headerText = textIn(header?.text);
  const [headerExample = ''] = Object.values(listedExamples(header, headerText));
  const text = textIn(body?.text);
  const known = TEMPLATE_CATEGORIES.find((one) => one === category);
  return {
    ...NEW_TEMPLATE,
    name,
    language,
    category: known ?? 'UTILITY',
    header: (header && headerTypeOf(header)) ?? 'none',
    headerText,
    headerExample,
    body: text,
    examples: listedExamples(body, text),
    footer: textIn(footer?.text),
    buttons: objectsIn(find('BUTTONS')?.buttons).flatMap(editedButton),
  };
}

const isKnown = (component: Json): boolean => {
  switch (component.type) {
    case 'HEADER':
      return headerTypeOf(component) !== undefined;
    case 'BUTTONS':
      return objectsIn(component.buttons).every(({ type }) => BUTTON_TYPES[textIn(type)] !== undefined);
    default:
      return component.type === 'BODY' || component.type === 'FOOTER';
  }
};

/** Whether Meta allows edits in this status, and the editor shows every component: an edit replaces all of them. */
export const isEditable = ({ status, category, components }: Template): boolean =>
  ['APPROVED', 'REJECTED', 'PAUSED'].includes(status) &&
  components !== null &&
  (category === 'AUTHENTICATION' || components.every(isKnown));
