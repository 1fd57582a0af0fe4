import { groupByNoun, HEADER, type Paging, type SdkMethod } from '../../generate/read-document.ts';

const writePaging = ({ position, next, items, more }: Paging): string =>
  `{ position: "${position}", next: "${next}", items: "${items}"${more ? `, more: "${more}"` : ''} }`;

function writeMethod({ verb, action, method: http, summary, input, answer, paging }: SdkMethod): string {
  const isOptional = http === 'GET' && input?.required.length === 0;
  const parameter = input === null ? '' : `input: ${input.name}${isOptional ? ' = {}' : ''}, `;
  const given = input === null ? '{}' : 'input';
  const takes = `(${parameter}options?: CallOptions)`;
  const body = paging
    ? `${takes}: List<${answer}, ${answer}["${paging.items}"][number]> => makeList((at) => call<${answer}>("${http}", "${action}", { ...${given}, ...at }, options), ${writePaging(paging)})`
    : `${takes}: Promise<${answer}> => call("${http}", "${action}", ${given}, options)`;
  return `    /** ${summary}. */\n    ${verb}: ${body},`;
}

/** The methods of a client, grouped by noun. */
export function writeResources(methods: readonly SdkMethod[]): string {
  const names = new Set(methods.flatMap(({ input, answer }) => [...(input ? [input.name] : []), answer]));
  const groups = Array.from(
    groupByNoun(methods),
    ([noun, all]) => `  ${noun}: {\n${all.map(writeMethod).join('\n')}\n  },`,
  );
  return `${HEADER}import type { ${[...names].sort().join(', ')} } from './models.ts';
import { type List, makeList } from '../pages.ts';
import type { Call, CallOptions } from '../transport.ts';

/** The methods of every action, over one function that calls it. */
export const makeResources = (call: Call) => ({
${groups.join('\n')}
});
`;
}

/** The version of the API, which is the SDK's own. */
export const writeVersion = (version: string): string => `${HEADER}export const VERSION = '${version}';\n`;
