import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ApiDocument, readMethods, type SdkMethod } from '../typescript/generate/read-document.ts';
import { readShapes, type Shapes } from './read-shapes.ts';

/** What sample code is made from: the committed document. */
export interface SampleSource {
  shapes: Shapes;
  methodOf(action: string): SdkMethod;
}

let source: SampleSource | undefined;

/** Reads docs/openapi.json once. An unknown action is an error. */
export function readSampleSource(): SampleSource {
  if (source) return source;
  const text = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  const document = ApiDocument.parse(JSON.parse(text));
  const methods = new Map(readMethods(document).map((method) => [method.action, method]));
  source = {
    shapes: readShapes(document),
    methodOf(action) {
      const method = methods.get(action);
      if (!method) throw new Error(`The document has no action ${action}.`);
      return method;
    },
  };
  return source;
}

const Examples = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        'x-action': z.string(),
        parameters: z.array(
          z.looseObject({ name: z.string().optional(), in: z.string().optional(), example: z.unknown().optional() }),
        ),
        requestBody: z
          .object({
            content: z.object({
              'application/json': z.object({ example: z.record(z.string(), z.unknown()).optional() }),
            }),
          })
          .optional(),
      }),
    ),
  ),
});

/** The example of the input of every action that has one in the document. */
export function readExamples(document: unknown): { action: string; input: Record<string, unknown> }[] {
  return Object.values(Examples.parse(document).paths).flatMap((item) =>
    Object.values(item).map(({ 'x-action': action, parameters, requestBody }) => ({
      action,
      input:
        requestBody?.content['application/json'].example ??
        Object.fromEntries(
          parameters.flatMap(({ name = '', in: place, example }) =>
            place === 'query' && example !== undefined ? [[name, example]] : [],
          ),
        ),
    })),
  );
}
