import { z } from 'zod';
import { cutText } from '../text/clean-text.ts';
import { fillVariables } from './template-variables.ts';

/** Header, body and footer of a template, with placeholders. */
export interface TemplateText {
  header?: string;
  body: string;
  footer?: string;
}

/** As long as the longest text of a send. */
const FILLED_MAX = 6000;

const Component = z.object({ type: z.string().transform((type) => type.toUpperCase()) });
const Text = Component.extend({ text: z.string().min(1) });
const Shown = z.object({ fallback_value: z.string() });
const Parameter = z.object({
  parameter_name: z.string().optional(),
  text: z.string().optional(),
  currency: Shown.optional(),
  date_time: Shown.optional(),
});
const Filled = Component.extend({ parameters: z.array(Parameter) });

/** The components of this form; the others have none of these members. */
const only = <Output>(schema: z.ZodType<Output>, components: readonly unknown[]): Output[] =>
  components.flatMap((component) => schema.safeParse(component).data ?? []);

/** Header, body and footer of a template by its components as Meta lists them; null: it has no body. */
export function templateTextOf(components: readonly unknown[]): TemplateText | null {
  const texts = only(Text, components);
  const find = (wanted: string) => texts.find(({ type }) => type === wanted)?.text;
  const [header, body, footer] = [find('HEADER'), find('BODY'), find('FOOTER')];
  if (body === undefined) return null;
  return { ...(header === undefined ? {} : { header }), body, ...(footer === undefined ? {} : { footer }) };
}

/** The values that a send has for a part of its template, by number or name. */
function valuesOf(parameters: z.infer<typeof Filled>['parameters']): Map<string, string> {
  return new Map(
    parameters.map(({ parameter_name: name, text, currency, date_time: time }, index) => [
      name ?? String(index + 1),
      text ?? currency?.fallback_value ?? time?.fallback_value ?? '',
    ]),
  );
}

/** The message as the recipient reads it: header, body and footer with the values of the send. */
export function fillTemplate(
  { header, body, footer }: TemplateText,
  { variables = [], components }: { variables?: readonly string[] | undefined; components?: unknown[] | undefined },
): string {
  const given = components ?? [{ type: 'body', parameters: variables.map((text) => ({ text })) }];
  const filled = only(Filled, given);
  const fill = (part: string, text: string) => {
    const values = valuesOf(filled.find(({ type }) => type === part)?.parameters ?? []);
    return fillVariables(text, (name) => values.get(name));
  };
  const lines = [header && fill('HEADER', header), fill('BODY', body), footer];
  return cutText(lines.filter(Boolean).join('\n\n'), FILLED_MAX);
}
