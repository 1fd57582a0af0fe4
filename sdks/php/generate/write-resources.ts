import { toPascal } from '../../generate/json-schema.ts';
import { groupByNoun, type SdkMethod } from '../../generate/read-document.ts';
import { entryShape, type Member, type Shapes } from '../../generate/read-shapes.ts';
import { classOf, comment, docType, HEADER, parameterType } from './php-types.ts';

/** Parameters in the order of the document, required ones first. */
const parametersOf = ({ input }: SdkMethod, { structs }: Shapes): Member[] =>
  (input === null ? [] : (structs.get(input.name)?.members ?? [])).toSorted(
    (one, other) => Number(other.required) - Number(one.required),
  );

function arrayOf(members: readonly Member[]): string {
  return `[${members.map(({ name }) => `'${name}' => $${name}`).join(', ')}]`;
}

function writeMethod(method: SdkMethod, shapes: Shapes): string {
  const { verb, action, method: http, summary, answer, paging } = method;
  const parameters = parametersOf(method, shapes);
  const docs = parameters.map(({ name, description, required, shape }) => {
    const type = docType({ ...shape, nullable: shape.nullable || !required }, shapes.structs, true).replaceAll(
      '\\DateTimeImmutable',
      '\\DateTimeInterface|string',
    );
    return `     * @param ${type} $${name} ${comment(description)}`.trimEnd();
  });
  const given = parameters.map(
    (member) => `${parameterType(member)} $${member.name}${member.required ? '' : ' = null'}`,
  );
  const input = arrayOf(parameters.filter(({ required }) => required));
  const optional = arrayOf(parameters.filter(({ required }) => !required));
  const call = `$this->transport->call('${http}', '${action}', ${input}, ${optional}, $options)`;
  const type = `\\Parley\\Model\\${classOf(answer)}`;
  const head = (returned: string): string =>
    `    public function ${verb}(${[...given, '?\\Parley\\CallOptions $options = null'].join(', ')}): ${returned}\n    {\n`;
  if (!paging) {
    const lines = docs.length > 0 ? `\n     *\n${docs.join('\n')}` : '';
    return `    /**\n     * ${comment(summary)}.${lines}\n     */\n${head(type)}        return new ${type}(${call});\n    }`;
  }
  const { position, next, items, more } = paging;
  const of = entryShape(method, shapes);
  const item = of.kind === 'struct' ? `\\Parley\\Model\\${classOf(of.name)}` : '\\Parley\\Model\\Event';
  const returns = `     * @return \\Parley\\PagedList<${type}, ${item}>`;
  const rest = more ? `$page->${more} ? $page->${next} : null` : `$page->${next}`;
  return `    /**
     * ${comment(summary)}.
     *
${[...docs, returns].join('\n')}
     */
${head('\\Parley\\PagedList')}        return new \\Parley\\PagedList(
            fn (?string $${position}): ${type} => new ${type}(${call}),
            static fn (${type} $page): ?string => ${rest},
            static fn (${type} $page): array => $page->${items},
            $${position},
        );
    }`;
}

/** The class of the methods of one noun. */
function writeNoun(noun: string, methods: readonly SdkMethod[], shapes: Shapes): string {
  const uses = noun === 'events' ? '    use \\Parley\\PullsEvents;\n\n' : '';
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
