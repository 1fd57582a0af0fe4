interface SortKeys {
  /** An expression of type text; null where the list is sorted by a number. */
  text: string;
  /** A numeric expression; null where the list is sorted by a text. Rows without a number come last. */
  number: string;
  /** The parameter of the direction. */
  descending: string;
}

/** The terms of an ORDER BY whose key and direction are parameters. */
export const sortedBy = ({ text, number, descending }: SortKeys): string =>
  `CASE WHEN ${descending} THEN ${text} END DESC, CASE WHEN NOT ${descending} THEN ${text} END,
                   CASE WHEN ${descending} THEN ${number} END DESC NULLS LAST, CASE WHEN NOT ${descending} THEN ${number} END`;
