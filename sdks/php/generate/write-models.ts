import type { SdkMethod } from '../../generate/read-document.ts';
import { type Member, reach, type Shape, type Shapes, type Struct } from '../../generate/read-shapes.ts';
import { classOf, comment, docType, HEADER, nativeType, needsDoc, toCamel } from './php-types.ts';

/** The expression that reads a value of an answer. */
function read(value: string, shape: Shape): string {
  switch (shape.kind) {
    case 'struct':
      return `new ${classOf(shape.name)}(${value})`;
    case 'time':
      return `new \\DateTimeImmutable(${value})`;
    case 'event':
      return `Event::of(${value})`;
    case 'json':
    case 'map':
      return `self::toPlain(${value})`;
    case 'list': {
      const item = read('$item', shape.of);
      return item === '$item' ? value : `array_map(static fn (mixed $item) => ${item}, ${value})`;
    }
    default:
      return value;
  }
}

function writeProperty({ name, description, required, shape }: Member, structs: Shapes['structs']): string {
  const type = nativeType(shape, !required);
  const doc = docType({ ...shape, nullable: shape.nullable || !required }, structs, false);
  const text = [...(needsDoc(shape) ? [`@var ${doc}`] : []), ...(description ? [comment(description)] : [])].join(' ');
  const lines = text === '' ? '' : `    /** ${text} */\n`;
  return `${lines}    public readonly ${type} $${name};`;
}

function writeAssignment({ name, required, shape }: Member): string {
  const value = `$raw->${name}`;
  if (required && !shape.nullable)
    return `        $this->${name} = ${read(`${value} ?? throw self::missing('${name}')`, shape)};`;
  const expression = read(value, shape);
  if (expression === value) return `        $this->${name} = ${value} ?? null;`;
  return `        $this->${name} = isset(${value}) ? ${expression} : null;`;
}

/** The names that `__get` of the base class knows, for editors and static analysis. */
const camelProperties = (members: readonly Member[], structs: Shapes['structs']): string[] =>
  members.flatMap(({ name, required, shape }) => {
    const of = docType({ ...shape, nullable: shape.nullable || !required }, structs, false);
    return toCamel(name) === name ? [] : [`@property-read ${of} $${toCamel(name)}`];
  });

function writeClass(struct: Struct, structs: Shapes['structs'], parent: string, members: readonly Member[]): string {
  const text = [...(struct.description ? [comment(struct.description)] : []), ...camelProperties(members, structs)];
  const summary = text.length > 0 ? `/**\n${text.map((line) => ` * ${line}\n`).join('')} */\n` : '';
  return `${HEADER}
namespace Parley\\Model;

${summary}final class ${classOf(struct.name)} extends ${parent}
{
${members.map((member) => writeProperty(member, structs)).join('\n')}

    protected function read(\\stdClass $raw): void
    {${parent === 'Event' ? '\n        parent::read($raw);' : ''}
${members.map(writeAssignment).join('\n')}
    }
}
`;
}

function writeEvent({ events }: Shapes): string {
  const rows = events.map(({ type, envelope }) => `            '${type}' => new ${envelope}($raw),`);
  return `${HEADER}
namespace Parley\\Model;

/**
 * An event of a key: one class for each type, and UnknownEvent for types that this version does not know.
 *
 * @property-read string $instanceId
 * @property-read \\DateTimeImmutable $createdAt
 */
abstract class Event extends \\Parley\\Model
{
    /** The same on every attempt and for every key: de-duplicate by it. */
    public readonly string $id;
    /** The type, such as \`message.received\`. */
    public readonly string $event;
    /** Id of the key. */
    public readonly string $instance_id;
    public readonly \\DateTimeImmutable $created_at;

    protected function read(\\stdClass $raw): void
    {
        $this->id = $raw->id ?? throw self::missing('id');
        $this->event = $raw->event ?? throw self::missing('event');
        $this->instance_id = $raw->instance_id ?? throw self::missing('instance_id');
        $this->created_at = new \\DateTimeImmutable($raw->created_at ?? throw self::missing('created_at'));
    }

    public static function of(\\stdClass $raw): self
    {
        return match ($raw->event ?? null) {
${rows.join('\n')}
            default => new \\Parley\\UnknownEvent($raw),
        };
    }
}
`;
}

/** The constant of a code: \`rate_limited\` is RATE_LIMITED. */
function writeCodes({ codes }: Shapes): string {
  const rows = codes.map((code) => `    public const ${code.toUpperCase()} = '${code}';`);
  return `${HEADER}
namespace Parley\\Model;

/** The error codes except \`missing_…\` and \`invalid_…\` of fields. docs/errors of Parley has advice for each. */
final class ErrorCode
{
    /** Something in front of Parley answered, without the error body of the API. */
    public const UNEXPECTED_ANSWER = 'unexpected_answer';
${rows.join('\n')}
}
`;
}

/** A class for each object of the answers and events, by the path of its file. */
export function writeModels(shapes: Shapes, methods: readonly SdkMethod[]): Map<string, string> {
  const { structs, events } = shapes;
  const envelopes = new Set(events.map(({ envelope }) => envelope));
  const roots = ['ErrorBody', ...methods.map(({ answer }) => answer), ...envelopes];
  const files = new Map([
    ['Model/Event.php', writeEvent(shapes)],
    ['Model/ErrorCode.php', writeCodes(shapes)],
  ]);
  for (const name of reach(structs, roots)) {
    const struct = structs.get(name);
    if (!struct) continue;
    const text = envelopes.has(name)
      ? writeClass(
          struct,
          structs,
          'Event',
          struct.members.filter((member) => member.name === 'data'),
        )
      : writeClass(struct, structs, '\\Parley\\Model', struct.members);
    files.set(`Model/${classOf(name)}.php`, text);
  }
  return files;
}
