import { groupByNoun, type SdkMethod } from '../../generate/read-document.ts';
import { entryShape, type Shapes } from '../../generate/read-shapes.ts';
import { align, bareType, exported, HEADER } from './go-types.ts';

function writeMethod(method: SdkMethod, shapes: Shapes): string {
  const { noun, verb, action, method: http, summary, input, answer, paging } = method;
  const name = exported(verb);
  const service = `${exported(noun)}Service`;
  const parameters = `ctx context.Context, ${input === null ? '' : `request ${input.name}, `}options ...Option`;
  const about = `// ${name}: ${summary}.\n`;
  if (!paging)
    return `${about}func (s *${service}) ${name}(${parameters}) (*${answer}, error) {
	return call[${answer}](ctx, s.transport, "${http}", "${action}", ${input === null ? 'nil' : 'request'}, options)
}
`;
  const item = bareType(entryShape(method, shapes));
  const next = exported(paging.next);
  const has = paging.more ? `page.${exported(paging.more)} && page.${next} != nil` : `page.${next} != nil`;
  return `${about}func (s *${service}) ${name}(${parameters}) *Iterator[${answer}, ${item}] {
	return &Iterator[${answer}, ${item}]{
		read: func() (*${answer}, error) {
			return call[${answer}](ctx, s.transport, "${http}", "${action}", request, options)
		},
		items: func(page *${answer}) []${item} { return page.${exported(paging.items)} },
		move: func(page *${answer}) bool {
			if ${has} {
				request.${exported(paging.position)} = *page.${next}
				return true
			}
			return false
		},
	}
}
`;
}

/** The services of a client, one for each noun, and their methods. */
export function writeResources(shapes: Shapes, methods: readonly SdkMethod[]): string {
  const nouns = [...groupByNoun(methods).keys()].map(exported);
  const services = nouns.map(
    (noun) => `// ${noun}Service has the methods of client.${noun}.
type ${noun}Service struct{ transport *transport }
`,
  );
  const fields = align(nouns.map((noun) => [noun, `*${noun}Service`]));
  const values = align(nouns.map((noun) => [`${noun}:`, `&${noun}Service{t},`]));
  return [
    HEADER,
    'import "context"\n',
    `type resources struct {\n${fields.map((line) => `\t${line}\n`).join('')}}\n`,
    `func newResources(t *transport) resources {\n\treturn resources{\n${values.map((line) => `\t\t${line}\n`).join('')}\t}\n}\n`,
    ...services,
    ...methods.map((method) => writeMethod(method, shapes)),
  ].join('\n');
}
