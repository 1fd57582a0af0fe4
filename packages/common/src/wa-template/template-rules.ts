import { type HeaderType, isMediaHeader, TEMPLATE_LIMITS, type TemplateCategory } from './template-limits.ts';
import {
  hasAdjacentVariables,
  hasBadVariable,
  hasBraces,
  hasEdgeVariable,
  hasNumberGap,
  isNumbered,
  variablesOf,
} from './template-variables.ts';

/** A button, in the form of requests. */
export interface DraftButton {
  type: 'quick_reply' | 'url' | 'phone_number' | 'copy_code';
  title?: string | undefined;
  url?: string | undefined;
  phone_number?: string | undefined;
  example?: string | undefined;
}

/** The content of a template, in the form of requests; members may be missing while it is written. */
export interface TemplateDraft {
  category?: TemplateCategory | undefined;
  header?:
    | {
        type: HeaderType;
        text?: string | undefined;
        example?: string | undefined;
        media_url?: string | undefined;
        upload_id?: string | undefined;
      }
    | undefined;
  body?: { text: string; examples?: Readonly<Record<string, string>> | undefined } | undefined;
  footer?: string | undefined;
  buttons?: readonly DraftButton[] | undefined;
  add_security_recommendation?: boolean | undefined;
  code_expiration_minutes?: number | undefined;
}

/** Each rule has a text in the console. */
export type TemplateRuleCode =
  | 'authentication_content'
  | 'header_content'
  | 'header_text_missing'
  | 'header_variable'
  | 'header_variables'
  | 'header_example'
  | 'header_sample'
  | 'body_missing'
  | 'body_variable'
  | 'variables_mixed'
  | 'body_numbers'
  | 'body_edge'
  | 'body_adjacent'
  | 'body_examples'
  | 'footer_variable'
  | 'buttons_mixed'
  | 'buttons_urls'
  | 'buttons_phones'
  | 'buttons_codes'
  | 'button_title'
  | 'button_code'
  | 'button_url'
  | 'button_url_example'
  | 'authentication_only';

/** A rule of Meta (docs/reference/wa.md#templates). */
export interface TemplateRule {
  code: TemplateRuleCode;
  path: readonly string[];
  /** The message in the API's own words. */
  message: string;
  /** The field is required. */
  isMissing?: true;
  isBroken(draft: TemplateDraft): boolean;
}

const isAuthentication = ({ category }: TemplateDraft): boolean => category === 'AUTHENTICATION';
const bodyOf = ({ body }: TemplateDraft): string => body?.text ?? '';
const headerTextOf = ({ header }: TemplateDraft): string => (header?.type === 'text' ? (header.text ?? '') : '');
const countOf = ({ buttons = [] }: TemplateDraft, type: DraftButton['type']): number =>
  buttons.filter((button) => button.type === type).length;

/** Whether quick replies and other buttons alternate: Meta wants all quick replies first or last. */
function isMixed({ buttons = [] }: TemplateDraft): boolean {
  const kinds = buttons.map(({ type }) => type === 'quick_reply');
  return kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length > 1;
}

function hasMixedVariables(draft: TemplateDraft): boolean {
  const names = [...variablesOf(headerTextOf(draft)), ...variablesOf(bodyOf(draft))];
  return names.some(isNumbered) && !names.every(isNumbered);
}

const examplesOf = ({ body }: TemplateDraft): string[] => Object.keys(body?.examples ?? {});

const VARIABLE_FORM = 'has a placeholder that Meta refuses: write {{1}}, {{2}} … or names such as {{first_name}}';

const urlVariables = (url: string): number => variablesOf(url).length;
/** Whether the address of a button has a placeholder other than one `{{1}}` at its end. */
const isUrlBroken = ({ type, url = '' }: DraftButton): boolean =>
  type === 'url' && (urlVariables(url) > 1 || (hasBraces(url) && !/^[^{}]+\{\{1\}\}$/.test(url)));
const isUrlExampleBroken = ({ type, url = '', example }: DraftButton): boolean =>
  type === 'url' && urlVariables(url) > 0 !== (example !== undefined);

function isHeaderBroken({ header }: TemplateDraft): boolean {
  if (!header) return false;
  const hasText = header.text !== undefined || header.example !== undefined;
  const hasFile = header.media_url !== undefined || header.upload_id !== undefined;
  return (hasText && header.type !== 'text') || (hasFile && !isMediaHeader(header.type));
}

/** Every rule except the length and form of single fields, in the order of the fields. */
export const TEMPLATE_RULES: readonly TemplateRule[] = [
  {
    code: 'authentication_content',
    path: ['category'],
    message:
      'AUTHENTICATION has Meta’s own text: leave out header, body and footer, and give one button of type copy_code without example',
    isBroken: (draft) =>
      isAuthentication(draft) &&
      (draft.header !== undefined ||
        draft.body !== undefined ||
        draft.footer !== undefined ||
        draft.buttons?.length !== 1 ||
        draft.buttons.some(({ type, example }) => type !== 'copy_code' || example !== undefined)),
  },
  {
    code: 'header_content',
    path: ['header', 'type'],
    message: 'does not match the other members: text and example are for text, media_url and upload_id for a file',
    isBroken: isHeaderBroken,
  },
  {
    code: 'header_text_missing',
    path: ['header', 'text'],
    message: 'header.text is required for a header of type text.',
    isMissing: true,
    isBroken: ({ header }) => header?.type === 'text' && header.text === undefined,
  },
  {
    code: 'header_variable',
    path: ['header', 'text'],
    message: VARIABLE_FORM,
    isBroken: (draft) => hasBadVariable(headerTextOf(draft)) || hasNumberGap(headerTextOf(draft)),
  },
  {
    code: 'header_variables',
    path: ['header', 'text'],
    message: 'must have at most one placeholder',
    isBroken: (draft) => variablesOf(headerTextOf(draft)).length > 1,
  },
  {
    code: 'header_example',
    path: ['header', 'example'],
    message: 'must be given exactly where header.text has a placeholder',
    isBroken: (draft) =>
      draft.header?.type === 'text' &&
      variablesOf(headerTextOf(draft)).length > 0 !== (draft.header.example !== undefined),
  },
  {
    code: 'header_sample',
    path: ['header', 'media_url'],
    message: 'or header.upload_id is required, not both: Meta reviews a sample of the file',
    isBroken: ({ header }) =>
      header !== undefined &&
      isMediaHeader(header.type) &&
      (header.media_url === undefined) === (header.upload_id === undefined),
  },
  {
    code: 'body_missing',
    path: ['body'],
    message: 'body is required.',
    isMissing: true,
    isBroken: (draft) => draft.body === undefined && !isAuthentication(draft),
  },
  {
    code: 'body_variable',
    path: ['body', 'text'],
    message: VARIABLE_FORM,
    isBroken: (draft) => hasBadVariable(bodyOf(draft)),
  },
  {
    code: 'variables_mixed',
    path: ['body', 'text'],
    message: 'mixes numbered placeholders with named ones; a template, its header included, has one kind',
    isBroken: hasMixedVariables,
  },
  {
    code: 'body_numbers',
    path: ['body', 'text'],
    message: 'must number its placeholders {{1}}, {{2}}, {{3}} without a gap',
    isBroken: (draft) => hasNumberGap(bodyOf(draft)),
  },
  {
    code: 'body_edge',
    path: ['body', 'text'],
    message: 'must not begin or end with a placeholder, even where punctuation follows it',
    isBroken: (draft) => hasEdgeVariable(bodyOf(draft)),
  },
  {
    code: 'body_adjacent',
    path: ['body', 'text'],
    message: 'must have text between two placeholders',
    isBroken: (draft) => hasAdjacentVariables(bodyOf(draft)),
  },
  {
    code: 'body_examples',
    path: ['body', 'examples'],
    message: 'must have one example for each placeholder, by its name, and no other',
    isBroken: (draft) => {
      const [names, given] = [variablesOf(bodyOf(draft)), examplesOf(draft)];
      return names.length !== given.length || names.some((name) => !given.includes(name));
    },
  },
  {
    code: 'footer_variable',
    path: ['footer'],
    message: 'must not have a placeholder',
    isBroken: ({ footer = '' }) => hasBraces(footer),
  },
  {
    code: 'buttons_mixed',
    path: ['buttons'],
    message: 'must not alternate: all quick replies come before or after the other buttons',
    isBroken: isMixed,
  },
  {
    code: 'buttons_urls',
    path: ['buttons'],
    message: `must have at most ${TEMPLATE_LIMITS.urlButtons} of type url`,
    isBroken: (draft) => countOf(draft, 'url') > TEMPLATE_LIMITS.urlButtons,
  },
  {
    code: 'buttons_phones',
    path: ['buttons'],
    message: 'must have at most one of type phone_number',
    isBroken: (draft) => countOf(draft, 'phone_number') > TEMPLATE_LIMITS.phoneButtons,
  },
  {
    code: 'buttons_codes',
    path: ['buttons'],
    message: 'must have at most one of type copy_code',
    isBroken: (draft) => countOf(draft, 'copy_code') > TEMPLATE_LIMITS.codeButtons,
  },
  {
    code: 'button_title',
    path: ['buttons'],
    message: 'must have titles without placeholders, and no title for copy_code, because Meta writes it',
    isBroken: (draft) =>
      (draft.buttons ?? []).some(
        ({ type, title }) =>
          hasBraces(title ?? '') || (type === 'copy_code' && title !== undefined && !isAuthentication(draft)),
      ),
  },
  {
    code: 'button_code',
    path: ['buttons'],
    message: 'must have an example of the code for copy_code',
    isBroken: (draft) =>
      !isAuthentication(draft) &&
      (draft.buttons ?? []).some(({ type, example }) => type === 'copy_code' && example === undefined),
  },
  {
    code: 'button_url',
    path: ['buttons'],
    message: 'may have one placeholder in an address, {{1}}, at its end',
    isBroken: ({ buttons = [] }) => buttons.some(isUrlBroken),
  },
  {
    code: 'button_url_example',
    path: ['buttons'],
    message: 'must have an example exactly where an address has a placeholder',
    isBroken: ({ buttons = [] }) => buttons.some(isUrlExampleBroken),
  },
  {
    code: 'authentication_only',
    path: ['category'],
    message: 'must be AUTHENTICATION for add_security_recommendation and code_expiration_minutes',
    isBroken: (draft) =>
      !isAuthentication(draft) &&
      (draft.add_security_recommendation !== undefined || draft.code_expiration_minutes !== undefined),
  },
];

/** The rules of Meta that a template breaks. */
export const brokenRules = (draft: TemplateDraft): TemplateRule[] =>
  TEMPLATE_RULES.filter(({ isBroken }) => isBroken(draft));
