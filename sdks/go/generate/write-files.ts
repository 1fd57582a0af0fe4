import { readShapes } from '../../generate/read-shapes.ts';
import { type ApiDocument, readMethods } from '../../typescript/generate/read-document.ts';
import { writeModels } from './write-models.ts';
import { writeResources } from './write-resources.ts';

/** Every generated file of the Go SDK, by its path. */
export function writeGo(document: ApiDocument): Map<string, string> {
  const shapes = readShapes(document);
  const methods = readMethods(document);
  return new Map([
    ['sdks/go/models.go', writeModels(shapes, methods)],
    ['sdks/go/resources.go', writeResources(shapes, methods)],
  ]);
}
