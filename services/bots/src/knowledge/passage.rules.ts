/** A passage of a bot's knowledge. */
export interface Passage {
  text: string;
  /** The title of its source. */
  source: string;
  title: string | null;
}
