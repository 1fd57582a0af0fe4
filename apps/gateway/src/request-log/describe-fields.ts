import { loggedFieldsOf } from '@parley/common/contracts/logged-fields';

const MASK = '•••';
const BODY_MAX = 2000;

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The fields of a request as the log stores them: JSON, possibly truncated. A value is stored if its field is in the
 * action's list and the value has the listed form (docs/reference/logged-fields.md#request-log).
 */
export function describeFields(action: string, fields: Values | null): string {
  const logged = loggedFieldsOf(action);
  if (fields === null || logged === null) return '';
  const { names, shown } = logged;
  const paths = Object.keys(shown);

  function describeValue(path: string, value: unknown): unknown {
    if (value === null) return null;
    if (shown[path]?.safeParse(value).success) return value;
    const inner = paths.filter((field) => field.startsWith(`${path}.`)).map((field) => field.slice(path.length + 1));
    if (inner.length === 0 || !isValues(value)) return MASK;
    return Object.fromEntries(
      inner.filter((name) => name in value).map((name) => [name, describeValue(`${path}.${name}`, value[name])]),
    );
  }

  const given = names.filter((name) => fields[name] !== undefined);
  return JSON.stringify(Object.fromEntries(given.map((name) => [name, describeValue(name, fields[name])]))).slice(
    0,
    BODY_MAX,
  );
}
