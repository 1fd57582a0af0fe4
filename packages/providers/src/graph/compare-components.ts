import { isObject, type JsonObject, listOf, objectOf, textOf } from '../http/json-walk.ts';
import type { TemplateComponent } from './template-calls.ts';
import { digitsOf } from './wa-person.ts';

const trimmed = (value: unknown): string => textOf(value)?.trim() ?? '';

/** The examples of text placeholders, which Meta lists unchanged; those of files have Meta's own addresses. */
function textExamples(component: JsonObject): unknown[] {
  const example = objectOf(component.example);
  const named = [example.header_text_named_params, example.body_text_named_params].flatMap(listOf).filter(isObject);
  const numbered = [example.header_text, example.body_text].flat(2).filter((value) => value !== undefined);
  return [...numbered, ...named.map(({ param_name: name, example: value }) => `${name}=${value}`)];
}

const plainButton = ({ type, text, url, phone_number: phone, example }: JsonObject, withExamples: boolean) => ({
  type: trimmed(type).toUpperCase(),
  text: type === 'COPY_CODE' ? '' : trimmed(text),
  url: trimmed(url),
  phone: digitsOf(phone),
  examples: withExamples ? [example].flat() : [],
});

const plainComponent = (component: JsonObject, withExamples: boolean) => ({
  type: trimmed(component.type).toUpperCase(),
  format: trimmed(component.format).toUpperCase(),
  text: trimmed(component.text),
  buttons: listOf(component.buttons)
    .filter(isObject)
    .map((button) => plainButton(button, withExamples)),
  examples: withExamples ? textExamples(component) : [],
});

/**
 * Whether a template already has this content, in the form that Meta lists. Ignores spaces at the ends, the `+` of a
 * number and samples of files; without `withExamples` also the examples of text parts.
 */
export function hasSameContent(
  given: readonly TemplateComponent[],
  listed: readonly JsonObject[],
  { withExamples }: { withExamples: boolean },
): boolean {
  const plain = (components: readonly JsonObject[]): string =>
    JSON.stringify(
      components
        .map((component) => plainComponent(component, withExamples))
        .toSorted((one, other) => one.type.localeCompare(other.type)),
    );
  return plain(given) === plain(listed);
}
