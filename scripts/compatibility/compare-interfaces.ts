import { BusContracts, compareBus } from './compare-bus.ts';
import { compareDatabase, type SchemaFile } from './compare-database.ts';
import { compareOpenApi, OpenApi } from './compare-openapi.ts';
import { APIS, BUS, type Interfaces, SCHEMA } from './interfaces.ts';
import type { Problem } from './problem.ts';
import { withLines } from './with-lines.ts';

/** A broken promise: its place in a document, and the text. */
export interface Breach {
  place: string;
  text: string;
}

const schemaOf = (of: Interfaces): SchemaFile[] =>
  of.schemaFiles().map((name) => ({ name, text: of.read(`${SCHEMA}/${name}`) ?? '' }));

/** Each change from `before` to `after` that breaks the promise. A document that `before` lacks is not compared. */
export function compareInterfaces(before: Interfaces, after: Interfaces): Breach[] {
  const asBreach = (path: string, { side, line, text }: Problem): Breach => ({
    place: `${(side === 'before' ? before : after).placeOf(path)}:${line}`,
    text,
  });
  function compare<T>(path: string, parse: (text: string) => T, differences: (was: T, is: T) => Problem[]): Breach[] {
    const [was, is] = [before.read(path), after.read(path)];
    if (was === null || was === is) return [];
    if (is === null) return [{ place: `${before.placeOf(path)}:1`, text: 'the document is gone' }];
    return differences(parse(was), parse(is)).map((problem) => asBreach(path, problem));
  }
  return [
    ...compare(BUS, (text) => BusContracts.parse(withLines(text, true)), compareBus),
    ...APIS.flatMap((path) => compare(path, (text) => OpenApi.parse(withLines(text)), compareOpenApi)),
    ...compareDatabase(schemaOf(before), schemaOf(after)).map((problem) =>
      asBreach(`${SCHEMA}/${problem.file}`, problem),
    ),
  ];
}
