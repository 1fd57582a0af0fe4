import { readSampleSource } from '../../generate/read-samples.ts';
import type { Member, Shape, Shapes } from '../../generate/read-shapes.ts';
import { bareType, exported, isPointer } from './go-types.ts';

type Structs = Shapes['structs'];

/** A value of JSON as Go code of its type. */
function literal(value: unknown, shape: Shape, structs: Structs): string {
  if (shape.kind === 'struct' && typeof value === 'object' && value !== null)
    return structLiteral(value, shape.name, structs);
  if (shape.kind === 'list' && Array.isArray(value))
    return `${qualified(shape)}{${value.map((item) => literal(item, shape.of, structs)).join(', ')}}`;
  if (shape.kind === 'texts')
    return `[]string{${[value]
      .flat()
      .map((item) => JSON.stringify(item))
      .join(', ')}}`;
  if (shape.kind === 'time' && typeof value === 'string') return timeLiteral(value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const of: Shape = shape.kind === 'map' ? shape.of : { kind: 'json', nullable: true };
    const type = shape.kind === 'map' ? qualified(shape) : 'map[string]any';
    const rows = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, of, structs)}`);
    return `${type}{${rows.join(', ')}}`;
  }
  if (Array.isArray(value))
    return `[]any{${value.map((item) => literal(item, { kind: 'json', nullable: true }, structs)).join(', ')}}`;
  return value === null ? 'nil' : JSON.stringify(shape.kind === 'id' ? String(value) : value);
}

/** The type with the package's name before those of the SDK. */
const qualified = (shape: Shape): string => bareType(shape).replaceAll(/\b[A-Z]\w*/g, 'parley.$&');

function timeLiteral(text: string): string {
  const at = new Date(text);
  const parts = [
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  ];
  return `time.Date(${parts.join(', ')}, 0, time.UTC)`;
}

function memberLiteral(member: Member, value: unknown, structs: Structs): string {
  const text = literal(value, member.shape, structs);
  if (!isPointer(member) || value === null) return text;
  return member.shape.kind === 'struct' ? `&${text}` : `parley.Ptr(${text})`;
}

function structLiteral(value: object, name: string, structs: Structs): string {
  const members = new Map(structs.get(name)?.members.map((member) => [member.name, member]));
  const fields = Object.entries(value).map(([key, item]) => {
    const member = members.get(key);
    if (!member) throw new Error(`${name} has no member ${key}.`);
    return `${exported(key)}: ${memberLiteral(member, item, structs)}`;
  });
  return `parley.${name}{${fields.join(', ')}}`;
}

/** Go code, within a function that returns an error, that calls an action with an input. */
export function goSample(action: string, input: Readonly<Record<string, unknown>>): string {
  const { methodOf, shapes } = readSampleSource();
  const { noun, verb, input: type, paging } = methodOf(action);
  const request = type === null ? '' : `, ${structLiteral(input, type.name, shapes.structs)}`;
  const call = `client.${exported(noun)}.${exported(verb)}(ctx${request})`;
  const use = paging
    ? `items := ${call}\nfor items.Next() {\n\tfmt.Println(items.Item())\n}\nif err := items.Err(); err != nil {\n\treturn err\n}`
    : `answer, err := ${call}\nif err != nil {\n\treturn err\n}\nfmt.Println(answer)`;
  return `client := parley.NewClient(os.Getenv("PARLEY_BASE_URL"), os.Getenv("PARLEY_API_KEY"))\n${use}\n`;
}
