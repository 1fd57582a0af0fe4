import type { TestTenant } from './client.ts';

/** Reads a list of a tenant over the operator API to its end; throws if a page is not answered 200. */
export async function listAll<Item>({ admin }: Pick<TestTenant, 'admin'>, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await admin('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
    items.push(...body.items);
    if (body.next_cursor === null) return items;
    cursor = `&cursor=${body.next_cursor}`;
  }
}
