/**
 * The element of a list that must have one at this position, such as the result of each item of a batch. Throws where a
 * default would turn a missing element into wrong data.
 */
export function at<T>(list: ArrayLike<T>, index: number): T {
  if (!(index in list)) throw new RangeError(`A list of ${list.length} has no element ${index}.`);
  return list[index] as T; // safe: the element exists
}
