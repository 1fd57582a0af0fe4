import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { MessageTemplate } from '../../state/business-account.ts';
import { badParameter, graphError } from '../graph-error.ts';
import { placeholdersOf } from './check-template.ts';

/** Body of create and edit; `type` and `format` in any case. */
export const TemplateBody = z.looseObject({
  name: z.string().optional(),
  language: z.string().optional(),
  category: z.string().optional(),
  parameter_format: z.string().optional(),
  components: z.array(z.looseObject({ type: z.string() })).optional(),
});
type Component = NonNullable<z.infer<typeof TemplateBody>['components']>[number];

/** Meta's refusal of a template: the reason is only in `error_user_msg`. */
export const refuseTemplate = (subcode: number, title: string, reason: string): ProviderAnswer =>
  graphError(100, { message: 'Invalid parameter', subcode, user: { title, reason } });

const NAME = /^[a-z0-9_]{1,512}$/;

/** Meta's refusal of a name, or null. */
export function refuseName(
  templates: readonly MessageTemplate[],
  name: string,
  language: string,
): ProviderAnswer | null {
  if (!NAME.test(name))
    return refuseTemplate(
      2_388_094,
      'Invalid template name',
      'Message template name can only have lowercase letters and underscores.',
    );
  if (!templates.some((known) => known.name === name && known.language === language)) return null;
  return refuseTemplate(
    2_388_024,
    'Content in This Language Already Exists',
    `There is already ${language} content for this template. You can create a new template and try again.`,
  );
}

/** Meta's refusal of an edit in this state, or null. */
export const refuseEdit = (template: MessageTemplate): ProviderAnswer | null =>
  ['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status)
    ? null
    : refuseTemplate(
        2_388_025,
        'Template Can’t Be Edited',
        'Only approved, rejected or paused templates can be edited.',
      );

const textOf = ({ text }: Component): string => (typeof text === 'string' ? text : '');
const typeOf = ({ type }: Component): string => type.toUpperCase();

/** The number of values of an example, in any of its forms. */
function exampleCount({ example }: Component): number {
  if (typeof example !== 'object' || example === null) return 0;
  return Object.values(example).flat(2).length;
}

function refuseText(component: Component): ProviderAnswer | null {
  const text = textOf(component);
  const names = placeholdersOf(text);
  if (typeOf(component) === 'BODY' && /^\s*\{\{|\}\}[\s!?.,;:)]*$/.test(text))
    return refuseTemplate(
      2_388_299,
      'Leading or trailing params not allowed',
      "Variables can't be at the start or end of the template.",
    );
  if (names.length === 0 || exampleCount(component) === names.length) return null;
  return refuseTemplate(
    2_388_043,
    'Message template is missing expected field(s)',
    `component of type ${typeOf(component)} is missing expected field(s) (example)`,
  );
}

const LIMITS: Readonly<Record<string, number>> = { HEADER: 60, BODY: 1024, FOOTER: 60 };

function refuseLength(component: Component): ProviderAnswer | null {
  const limit = LIMITS[typeOf(component)];
  if (limit === undefined || textOf(component).length <= limit) return null;
  return refuseTemplate(
    2_388_040,
    'Character Limit Exceeded',
    `The ${typeOf(component)} is longer than ${limit} characters.`,
  );
}

function refuseSample(component: Component, handles: ReadonlySet<string>): ProviderAnswer | null {
  if (typeOf(component) !== 'HEADER' || !/^(image|video|document)$/i.test(String(component.format))) return null;
  const given = z.object({ header_handle: z.array(z.string()).length(1) }).safeParse(component.example);
  const [handle] = given.data?.header_handle ?? [];
  if (handle !== undefined && handles.has(handle)) return null;
  return refuseTemplate(2_388_084, 'Invalid media sample', 'The header handle of the sample is not valid.');
}

function refuseButtons({ buttons }: Component): ProviderAnswer | null {
  if (!Array.isArray(buttons)) return null;
  const kinds = buttons.map((button: unknown) => /"type":"QUICK_REPLY"/i.test(JSON.stringify(button)));
  const changes = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
  if (buttons.length <= 10 && changes <= 1) return null;
  return refuseTemplate(2_388_060, 'Invalid combination of buttons', 'The buttons are in an invalid combination.');
}

/** Meta's refusal of components, or null. */
export function refuseComponents(
  components: readonly Component[] | undefined,
  isAuthentication: boolean,
  handles: ReadonlySet<string>,
): ProviderAnswer | null {
  if (!components?.some((component) => typeOf(component) === 'BODY'))
    return badParameter('The parameter components is required.');
  if (isAuthentication) return null;
  for (const component of components) {
    const refusal =
      refuseLength(component) ?? refuseText(component) ?? refuseSample(component, handles) ?? refuseButtons(component);
    if (refusal) return refusal;
  }
  return null;
}
