interface Page {
  next_cursor: string | null;
}

/**
 * The pages of a list, or of a change that is made in parts: calls in order, each with the cursor of the page before, up
 * to the last page or `most` of them.
 */
export async function* pagesOf<P extends Page>(
  call: (at: { cursor?: string }) => Promise<P>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<P, void> {
  let at: { cursor?: string } = {};
  for (let count = 0; count < most; count++) {
    const page = await call(at);
    yield page;
    if (page.next_cursor === null) return;
    at = { cursor: page.next_cursor };
  }
}
