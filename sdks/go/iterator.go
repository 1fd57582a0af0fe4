package parley

// Iterator iterates over the entries of all pages of a list. A page is read when it is needed:
//
//	comments := client.Comments.List(ctx, parley.CommentsQuery{Platform: "fb"})
//	for comments.Next() {
//		fmt.Println(comments.Item().Text)
//	}
//	if err := comments.Err(); err != nil { … }
type Iterator[Page, Item any] struct {
	read  func() (*Page, error)
	items func(*Page) []Item
	// move makes the next read return the page after this one; false after the last page.
	move func(*Page) bool

	page  *Page
	queue []Item
	item  Item
	err   error
}

// Next moves to the next entry; false at the end or after an error.
func (i *Iterator[Page, Item]) Next() bool {
	for len(i.queue) == 0 {
		if !i.NextPage() {
			return false
		}
	}
	i.item, i.queue = i.queue[0], i.queue[1:]
	return true
}

// Item is the current entry.
func (i *Iterator[Page, Item]) Item() Item { return i.item }

// NextPage reads the next page, whose entries Next then returns; false at the end or after an error.
func (i *Iterator[Page, Item]) NextPage() bool {
	if i.err != nil || (i.page != nil && !i.move(i.page)) {
		return false
	}
	page, err := i.read()
	if err != nil {
		i.err = err
		return false
	}
	i.page, i.queue = page, i.items(page)
	return true
}

// Page is the current page.
func (i *Iterator[Page, Item]) Page() *Page { return i.page }

// Err is the error that ended the iteration.
func (i *Iterator[Page, Item]) Err() error { return i.err }
