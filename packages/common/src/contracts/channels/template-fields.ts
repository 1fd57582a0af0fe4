import { z } from 'zod';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { isHttps, line, PhoneNumber, text } from '../../fields.ts';
import { atMostEntries } from '../../text/storable.ts';
import {
  HEADER_TYPES,
  TEMPLATE_CATEGORIES,
  TEMPLATE_LANGUAGE,
  TEMPLATE_LIMITS,
  TEMPLATE_NAME,
} from '../../wa-template/template-limits.ts';
import { TEMPLATE_RULES, type TemplateDraft } from '../../wa-template/template-rules.ts';
import { whenObject } from '../when-object.ts';

const { buttonTitle, example, url } = TEMPLATE_LIMITS;

/** More placeholders do not fit into a body. */
const EXAMPLES_MAX = 256;

const Title = line(buttonTitle);
const Example = line(example);

export const TemplateHeader = z
  .object({
    type: z.enum(HEADER_TYPES),
    text: line(TEMPLATE_LIMITS.headerText).optional().describe('With at most one placeholder'),
    example: Example.optional().describe('A value for the placeholder of the text'),
    media_url: line(2048).optional().describe('Public HTTPS URL of a sample: jpg or png, mp4, or pdf'),
    upload_id: line(60).optional().describe('An uploaded file as the sample'),
  })
  .register(SCHEMA_NAMES, { id: 'TemplateHeader' });

export const TemplateBody = z
  .object({
    text: text(TEMPLATE_LIMITS.body).describe('With placeholders {{1}}, {{2}} …, or names such as {{first_name}}'),
    examples: z
      .record(line(64), Example)
      .refine(...atMostEntries(EXAMPLES_MAX))
      .optional()
      .describe('A value for each placeholder, by its number or name'),
  })
  .register(SCHEMA_NAMES, { id: 'TemplateBody' });

export const TemplateButton = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('quick_reply'), title: Title }),
    z.object({
      type: z.literal('url'),
      title: Title,
      url: line(url).refine((address) => isHttps(address.replace('{{1}}', '1')), 'must be an absolute https address'),
      example: line(url).optional().describe('The address with a value for its placeholder'),
    }),
    z.object({ type: z.literal('phone_number'), title: Title, phone_number: PhoneNumber }),
    z.object({
      type: z.literal('copy_code'),
      title: Title.optional().describe('Only for AUTHENTICATION'),
      example: line(TEMPLATE_LIMITS.code).optional().describe('A code; left out for AUTHENTICATION'),
    }),
  ])
  .register(SCHEMA_NAMES, { id: 'TemplateButton' });

/** The members that name a number and one of its templates. */
export const TEMPLATE_ADDRESS = {
  channel: z.literal('wa'),
  from: line(200).optional().describe('Which of the account’s numbers: id, number or label'),
  name: line(TEMPLATE_LIMITS.name).regex(TEMPLATE_NAME, 'must be of a-z, 0-9 and _'),
};

export const TemplateLanguage = z.string().regex(TEMPLATE_LANGUAGE, 'must be a language such as en, ar or en_US');
export const TemplateCategoryField = z.enum(TEMPLATE_CATEGORIES);

/** The content of a template (docs/reference/wa.md#templates). */
export const TEMPLATE_CONTENT = {
  header: TemplateHeader.optional(),
  body: TemplateBody.optional().describe('Required, except for AUTHENTICATION'),
  footer: line(TEMPLATE_LIMITS.footer).optional(),
  buttons: z.array(TemplateButton).min(1).max(TEMPLATE_LIMITS.buttons).optional(),
  add_security_recommendation: z.boolean().optional().describe('AUTHENTICATION: “do not share this code”'),
  code_expiration_minutes: z.int().min(1).max(TEMPLATE_LIMITS.codeMinutes).optional().describe('AUTHENTICATION'),
};

/** Runs all rules once every field is valid alone, so that one answer lists every broken rule. */
const when = ({ value, issues }: { value: unknown; issues: readonly { code: string }[] }): boolean =>
  whenObject({ value }) && issues.every(({ code }) => code === 'custom');

/** Reports content that Meta would refuse as field errors, before any call. */
export const withTemplateRules = <Schema extends z.ZodObject>(schema: Schema): Schema =>
  TEMPLATE_RULES.reduce(
    (checked, { path, message, isMissing, isBroken }) =>
      checked.refine((draft: TemplateDraft) => !isBroken(draft), {
        path: [...path],
        message,
        ...(isMissing ? { params: { missing: true } } : {}),
        when,
      }),
    schema,
  );
