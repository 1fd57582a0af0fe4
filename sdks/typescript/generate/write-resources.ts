import { type ApiDocument, HEADER, type Paging, pagingOf, readMethods, type SdkMethod } from './read-document.ts';

const writePaging = ({ position, items, more }: Paging): string =>
  `{ position: "${position}", next: "next_${position}", items: "${items}"${more ? `, more: "${more}"` : ''} }`;

function writeMethod(method: SdkMethod, document: ApiDocument): string {
  const { verb, action, method: http, summary, request, isOptional, answer } = method;
  const input = request === null ? '' : isOptional ? `input: ${request} = {}, ` : `input: ${request}, `;
  const given = request === null ? '{}' : 'input';
  const paging = pagingOf(method, document);
  const takes = `(${input}options?: CallOptions)`;
  const body = paging
    ? `${takes}: List<${answer}, ${answer}["${paging.items}"][number]> => makeList((at) => call<${answer}>("${http}", "${action}", { ...${given}, ...at }, options), ${writePaging(paging)})`
    : `${takes}: Promise<${answer}> => call("${http}", "${action}", ${given}, options)`;
  return `    /** ${summary}. */\n    ${verb}: ${body},`;
}

/** The methods of a client, grouped by noun. */
export function writeResources(document: ApiDocument): string {
  const methods = readMethods(document);
  const names = new Set(methods.flatMap(({ request, answer }) => [...(request ? [request] : []), answer]));
  const nouns = [...new Set(methods.map(({ noun }) => noun))];
  const methodsOf = (noun: string): string[] =>
    methods.filter((method) => method.noun === noun).map((method) => writeMethod(method, document));
  const groups = nouns.map((noun) => `  ${noun}: {\n${methodsOf(noun).join('\n')}\n  },`);
  return `${HEADER}import type { ${[...names].sort().join(', ')} } from './models.ts';
import { type List, makeList } from '../pages.ts';
import type { Call, CallOptions } from '../transport.ts';

/** The methods of every action, over one function that calls it. */
export const makeResources = (call: Call) => ({
${groups.join('\n')}
});
`;
}
