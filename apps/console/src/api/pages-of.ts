interface Page {
  next_cursor: string | null;
}

/** Calls a paginated operation page by page, up to the last page or `most` of them. */
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
