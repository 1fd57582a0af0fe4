import { toPascal } from '../../generate/json-schema.ts';
import { groupByNoun, type SdkMethod } from '../../generate/read-document.ts';
import { entryShape, type Member, type Shapes } from '../../generate/read-shapes.ts';
import { classOf, comment, docType, HEADER, parameterType, toCamel } from './php-types.ts';

/** Traits of the SDK that add methods to a noun. */
const ADDED: Readonly<Record<string, string>> = { events: 'PullsEvents', files: 'UploadsFiles' };

/** Parameters in the order of the document, required ones first. */
const parametersOf = ({ input }: SdkMethod, { structs }: Shapes): Member[] =>
  (input === null ? [] : (structs.get(input.name)?.members ?? [])).toSorted(
    (one, other) => Number(other.required) - Number(one.required),
  );

function arrayOf(members: readonly Member[]): string {
  return `[${members.map(({ name }) => `'${name}' => $${toCamel(name)}`).join(', ')}]`;
}

const hasOldName = ({ name }: Member): boolean => toCamel(name) !== name;

/** False stands for a missing argument, because null may be a value. */
function orFalse(type: string): string {
  if (/\b(bool|mixed)\b/.test(type)) throw new Error(`A required ${type} cannot follow a parameter with an old name.`);
  return type.startsWith('?') ? `${type.slice(1)}|false|null` : `${type}|false`;
}

/**
 * The parameters in camelCase. From the first required one that has an old name, PHP cannot require any: OldNames does.
 */
function signatureOf(parameters: readonly Member[]): string[] {
  const first = parameters.findIndex((member) => member.required && hasOldName(member));
  return parameters.map((member, index) => {
    const type = parameterType(member);
    const name = `$${toCamel(member.name)}`;
    if (!member.required) return `${type} ${name} = null`;
    if (first === -1 || index < first) return `${type} ${name}`;
    return `${orFalse(type)} ${name} = false`;
  });
}

const NAMED_DOC =
  '     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`';

function writeMethod(method: SdkMethod, shapes: Shapes): string {
  const { verb, action, method: http, summary, answer, paging } = method;
  const parameters = parametersOf(method, shapes);
  const docs = parameters.map(({ name, description, required, shape }) => {
    const type = docType({ ...shape, nullable: shape.nullable || !required }, shapes.structs, true).replaceAll(
      '\\DateTimeImmutable',
      '\\DateTimeInterface|string',
    );
    return `     * @param ${type} $${toCamel(name)} ${comment(description)}`.trimEnd();
  });
  const given = signatureOf(parameters);
  const withOldNames = parameters.some(hasOldName);
  const required = arrayOf(parameters.filter((member) => member.required));
  const optional = arrayOf(parameters.filter((member) => !member.required));
  const join = withOldNames
    ? `        [$required, $optional] = \\Parley\\OldNames::join(__METHOD__, ${required}, ${optional}, $named);\n`
    : '';
  const both = withOldNames ? ['$required', '$optional'] : [required, optional];
  const callWith = (input: string, rest: string): string =>
    `$this->transport->call('${http}', '${action}', ${input}, ${rest}, $options)`;
  const [input = '', rest = ''] = both;
  const named = withOldNames ? ['mixed ...$named'] : [];
  if (withOldNames) docs.push(NAMED_DOC);
  const type = `\\Parley\\Model\\${classOf(answer)}`;
  const head = (returned: string): string =>
    `    public function ${verb}(${[...given, '?\\Parley\\CallOptions $options = null', ...named].join(', ')}): ${returned}\n    {\n${join}`;
  if (!paging) {
    const lines = docs.length > 0 ? `\n     *\n${docs.join('\n')}` : '';
    return `    /**\n     * ${comment(summary)}.${lines}\n     */\n${head(type)}        return new ${type}(${callWith(input, rest)});\n    }`;
  }
  const { position, next, items, more } = paging;
  const of = entryShape(method, shapes);
  const item = of.kind === 'struct' ? `\\Parley\\Model\\${classOf(of.name)}` : '\\Parley\\Model\\Event';
  const returns = `     * @return \\Parley\\PagedList<${type}, ${item}>`;
  const following = more ? `$page->${more} ? $page->${next} : null` : `$page->${next}`;
  const page = callWith(input, withOldNames ? `['${position}' => $${position}] + $optional` : rest);
  return `    /**
     * ${comment(summary)}.
     *
${[...docs, returns].join('\n')}
     */
${head('\\Parley\\PagedList')}        return new \\Parley\\PagedList(
            fn (?string $${position}): ${type} => new ${type}(${page}),
            static fn (${type} $page): ?string => ${following},
            static fn (${type} $page): array => $page->${items},
            $${position},
        );
    }`;
}

/** The class of the methods of one noun. */
function writeNoun(noun: string, methods: readonly SdkMethod[], shapes: Shapes): string {
  const added = ADDED[noun];
  const uses = added ? `    use \\Parley\\${added};\n\n` : '';
  return `${HEADER}
namespace Parley\\Api;

/** The methods of \`$client->${noun}\`. Errors: ApiException, ConnectionException, TimeoutException. */
final class ${toPascal(noun)}
{
${uses}    public function __construct(private readonly \\Parley\\Transport $transport)
    {
    }

${methods.map((method) => writeMethod(method, shapes)).join('\n\n')}
}
`;
}

/** The methods of a client, grouped by noun, by the path of each file. */
export function writeResources(shapes: Shapes, methods: readonly SdkMethod[], version: string): Map<string, string> {
  const groups = groupByNoun(methods);
  const nouns = [...groups.keys()];
  const files = new Map(
    Array.from(groups, ([noun, all]) => [`Api/${toPascal(noun)}.php`, writeNoun(noun, all, shapes)] as const),
  );
  return files.set(
    'Api/Resources.php',
    `${HEADER}
namespace Parley\\Api;

/** The methods of every action, grouped by noun. */
abstract class Resources
{
    /** The version of the API, which is the SDK's own. */
    public const VERSION = '${version}';

${nouns.map((noun) => `    public readonly ${toPascal(noun)} $${noun};`).join('\n')}

    protected function __construct(\\Parley\\Transport $transport)
    {
${nouns.map((noun) => `        $this->${noun} = new ${toPascal(noun)}($transport);`).join('\n')}
    }
}
`,
  );
}
