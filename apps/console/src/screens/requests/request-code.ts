import { queryText, readFields } from './read-fields.ts';
import { type Asked, addressOf, methodOf } from './request-curl.ts';

/*
 * A request as code, without a library of ours. The reader fills in the key and the masked values.
 */

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

interface Grammar {
  text: (value: string) => string;
  none: string;
  yes: string;
  no: string;
  /** Between the name and the value of a member. */
  arrow: string;
  /** Around the members of an object. */
  braces: readonly [open: string, close: string];
}

const PYTHON: Grammar = {
  text: JSON.stringify,
  none: 'None',
  yes: 'True',
  no: 'False',
  arrow: ': ',
  braces: ['{', '}'],
};

const PHP: Grammar = {
  text: (value) => `'${value.replace(/[\\']/g, '\\$&')}'`,
  none: 'null',
  yes: 'true',
  no: 'false',
  arrow: ' => ',
  braces: ['[', ']'],
};

function literal(value: Json, grammar: Grammar): string {
  if (value === null) return grammar.none;
  if (typeof value === 'boolean') return value ? grammar.yes : grammar.no;
  if (typeof value === 'string') return grammar.text(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, grammar)).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, inner]) => `${grammar.text(name)}${grammar.arrow}${literal(inner, grammar)}`,
  );
  return `${grammar.braces[0]}${members.join(', ')}${grammar.braces[1]}`;
}

/** The fields; those of a query as texts, because each language writes true and false there in its own way. */
function fieldsOf(asked: Asked): Json {
  const fields = readFields(asked.body) as { readonly [name: string]: Json }; // safe: they come from JSON.parse
  if (methodOf(asked) !== 'GET') return fields;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, queryText(value)]));
}

export function requestTypeScript(asked: Asked): string {
  const fields = JSON.stringify(fieldsOf(asked), null, 2);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is written into the code
  const authorization = '`Bearer ${process.env.PARLEY_KEY}`';
  if (methodOf(asked) === 'GET')
    return `const query = new URLSearchParams(${fields});
const response = await fetch(\`${addressOf(asked)}?\${query}\`, {
  headers: { Authorization: ${authorization} },
});
console.log(await response.json());`;
  return `const response = await fetch('${addressOf(asked)}', {
  method: '${methodOf(asked)}',
  headers: { Authorization: ${authorization}, 'Content-Type': 'application/json' },
  body: JSON.stringify(${fields}),
});
console.log(await response.json());`;
}

export function requestPython(asked: Asked): string {
  const fields = literal(fieldsOf(asked), PYTHON);
  const method = methodOf(asked);
  return `import os
import requests

response = requests.request(
    "${method}",
    "${addressOf(asked)}",
    headers={"Authorization": f"Bearer {os.environ['PARLEY_KEY']}"},
    ${method === 'GET' ? 'params' : 'json'}=${fields},
)
print(response.json())`;
}

export function requestPhp(asked: Asked): string {
  const fields = literal(fieldsOf(asked), PHP);
  const method = methodOf(asked);
  const isQuery = method === 'GET';
  const address = isQuery ? `'${addressOf(asked)}?' . http_build_query(${fields})` : `'${addressOf(asked)}'`;
  const body = isQuery ? '' : `    'content' => json_encode((object) ${fields}),\n`;
  return `<?php
$context = stream_context_create(['http' => [
    'method' => '${method}',
    'header' => ['Authorization: Bearer ' . getenv('PARLEY_KEY'), 'Content-Type: application/json'],
${body}    'ignore_errors' => true,
]]);
echo file_get_contents(${address}, false, $context);`;
}
