import { withEmptyDatabase } from '@parley/testing/database/empty-database';
import pg from 'pg';
import { expect, test } from 'vitest';
import { findNarrowings, readWrittenSchema } from '../support/upgrade/find-narrowings.ts';

const CATS = `
  CREATE TABLE owners (id int PRIMARY KEY);
  CREATE TABLE cats (id int PRIMARY KEY, name text, color text NOT NULL DEFAULT 'grey', age int,
                     CONSTRAINT cats_color CHECK (color IN ('grey', 'black')));`;

const REFUSED: readonly [sql: string, problem: string][] = [
  ['DROP TABLE owners', 'owners is gone'],
  ['ALTER TABLE cats DROP COLUMN name', 'cats.name is gone'],
  ['ALTER TABLE cats ALTER age TYPE text', 'cats.age was integer, and is text'],
  ['ALTER TABLE cats ALTER name SET NOT NULL', 'cats.name may no longer be null'],
  ['ALTER TABLE cats ALTER color DROP DEFAULT', 'cats.color has lost its default'],
  ['ALTER TABLE cats ADD paws int NOT NULL', 'cats.paws is new, and required without a default'],
  [
    `ALTER TABLE cats DROP CONSTRAINT cats_color, ADD CONSTRAINT cats_color CHECK (color IN ('grey', 'red'))`,
    'cats.color no longer allows black',
  ],
  ['ALTER TABLE cats ADD CONSTRAINT cats_age CHECK (age > 0)', 'cats: cats_age is a new rule'],
  ['CREATE UNIQUE INDEX cats_name ON cats (name)', 'cats: cats_name is a new rule'],
  ['ALTER TABLE cats ADD CONSTRAINT cats_owner FOREIGN KEY (id) REFERENCES owners', 'cats: cats_owner is a new rule'],
];

const GROWS = `
  CREATE TABLE dogs (id int PRIMARY KEY, name text NOT NULL CHECK (name <> ''));
  ALTER TABLE cats ADD paws int NOT NULL DEFAULT 4, ADD nick text;
  CREATE INDEX cats_name ON cats (name);
  ALTER TABLE cats DROP CONSTRAINT cats_color, ADD CONSTRAINT cats_color CHECK (color IN ('grey', 'black', 'red'));`;

test('everything by which a schema could refuse the rows of a release is found, and growth is none', () =>
  withEmptyDatabase(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(CATS);
      const before = await readWrittenSchema(client);
      const after = async (sql: string): Promise<string[]> => {
        await client.query('BEGIN');
        await client.query(sql);
        const found = findNarrowings(before, await readWrittenSchema(client));
        await client.query('ROLLBACK');
        return found;
      };
      for (const [sql, problem] of REFUSED) expect(await after(sql), sql).toEqual([expect.stringContaining(problem)]);
      expect(await after(GROWS)).toEqual([]);
    } finally {
      await client.end();
    }
  }));
