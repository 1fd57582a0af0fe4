import type { TemplateComponent } from './template-calls.ts';

type Json = Readonly<Record<string, unknown>>;

const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const asObjects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one): one is Json => typeof one === 'object' && one !== null) : [];
const asObject = (value: unknown): Json => asObjects([value])[0] ?? {};

/** Values that Meta lists as they were given: of text placeholders, not of files. */
function textExamples(component: Json): unknown[] {
  const example = asObject(component.example);
  const named = [...asObjects(example.header_text_named_params), ...asObjects(example.body_text_named_params)];
  const numbered = [example.header_text, example.body_text].flat(2).filter((value) => value !== undefined);
  return [...numbered, ...named.map(({ param_name: name, example: value }) => `${name}=${value}`)];
}

const plainButton = ({ type, text, url, phone_number: phone, example }: Json, withExamples: boolean) => ({
  type: asText(type).toUpperCase(),
  text: type === 'COPY_CODE' ? '' : asText(text),
  url: asText(url),
  phone: asText(phone).replaceAll(/\D/g, ''),
  examples: withExamples ? [example].flat() : [],
});

const plainComponent = (component: Json, withExamples: boolean) => ({
  type: asText(component.type).toUpperCase(),
  format: asText(component.format).toUpperCase(),
  text: asText(component.text),
  buttons: asObjects(component.buttons).map((button) => plainButton(button, withExamples)),
  examples: withExamples ? textExamples(component) : [],
});

/**
 * Whether a template has this content already, in the form that Meta lists: other spaces at the ends, `+` of a number and
 * samples of files do not count. `withExamples` compares the examples of texts as well.
 */
export function hasSameContent(
  given: readonly TemplateComponent[],
  listed: readonly Json[],
  { withExamples }: { withExamples: boolean },
): boolean {
  const plain = (components: readonly Json[]): string =>
    JSON.stringify(
      components
        .map((component) => plainComponent(component, withExamples))
        .toSorted((one, other) => one.type.localeCompare(other.type)),
    );
  return plain(given) === plain(listed);
}
