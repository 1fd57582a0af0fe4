import type { SdkMethod } from '../../generate/read-document.ts';
import type { Shapes } from '../../generate/read-shapes.ts';
import { writeModels } from './write-models.ts';
import { writeResources } from './write-resources.ts';

/** Every generated file of the Go SDK, by its path. */
export function writeGo(shapes: Shapes, methods: readonly SdkMethod[], version: string): Map<string, string> {
  return new Map([
    ['sdks/go/models.go', writeModels(shapes, methods, version)],
    ['sdks/go/resources.go', writeResources(shapes, methods)],
  ]);
}
