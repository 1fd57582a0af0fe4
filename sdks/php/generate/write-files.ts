import type { SdkMethod } from '../../generate/read-document.ts';
import type { Shapes } from '../../generate/read-shapes.ts';
import { writeModels } from './write-models.ts';
import { writeResources } from './write-resources.ts';

/** The folders of `sdks/php/src` that hold only generated files. */
export const PHP_FOLDERS = ['sdks/php/src/Api', 'sdks/php/src/Model'];

/** Every generated file of the PHP SDK, by its path. */
export function writePhp(shapes: Shapes, methods: readonly SdkMethod[], version: string): Map<string, string> {
  const files = [...writeModels(shapes, methods), ...writeResources(shapes, methods, version)];
  return new Map(files.map(([path, text]) => [`sdks/php/src/${path}`, text]));
}
