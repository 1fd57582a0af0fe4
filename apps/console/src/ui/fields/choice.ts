/** One value that a list offers, with its name. */
export interface Choice {
  value: string;
  text: string;
}
