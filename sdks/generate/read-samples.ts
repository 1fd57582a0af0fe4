import { readFileSync } from 'node:fs';
import { ApiDocument, readMethods, type SdkMethod } from './read-document.ts';
import { readShapes, type Shapes } from './read-shapes.ts';

/** The committed document, from which sample code is made. */
export interface SampleSource {
  document: ApiDocument;
  shapes: Shapes;
  methods: readonly SdkMethod[];
  methodOf(action: string): SdkMethod;
}

let source: SampleSource | undefined;

/** Reads docs/openapi.json once. `methodOf` throws for an unknown action. */
export function readSampleSource(): SampleSource {
  if (source) return source;
  const text = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  const document = ApiDocument.parse(JSON.parse(text));
  const methods = readMethods(document);
  const byAction = new Map(methods.map((method) => [method.action, method]));
  source = {
    document,
    shapes: readShapes(document, methods),
    methods,
    methodOf(action) {
      const method = byAction.get(action);
      if (!method) throw new Error(`The document has no action ${action}.`);
      return method;
    },
  };
  return source;
}
