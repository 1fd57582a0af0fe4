import type { Sql } from './sql.ts';

/** The same database, which tells of each statement that is sent to it. */
export const countStatements = (sql: Sql, onStatement: () => void): Sql => ({
  query(statement) {
    onStatement();
    return sql.query(statement);
  },
});
