package parley

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// CursorStore stores the id of the last handled event, for example in a file or a database row.
type CursorStore interface {
	// Load returns the stored id, "" if there is none.
	Load(ctx context.Context) (string, error)
	Save(ctx context.Context, cursor string) error
}

// PullOptions are the options of Pull. The zero value follows the ledger from its oldest event on.
type PullOptions struct {
	// Cursor is where the position is stored. Without it, every pull starts with After, or as FromLatest says.
	Cursor CursorStore
	// After is the event to start after. Default: the stored cursor, else the oldest event of the ledger (30 days).
	After string
	// FromLatest starts a pull without After and without a stored cursor at the end of the ledger: only new events.
	FromLatest bool
	// Since omits events that were created before this time.
	Since *time.Time
	// StopAtEnd ends the iteration at the end of the ledger instead of waiting for new events.
	StopAtEnd bool
	// PollEvery is the time between polls at the end of the ledger. Default: 2 seconds.
	PollEvery time.Duration
	// Limit is the number of events per call, 1 to 500. Default: 100.
	Limit int64
	// OnError is called with each temporary error, after which the iteration retries, and with invalid_after of a position
	// older than the ledger (30 days), after which it continues with the oldest event. Without it, such a position ends it.
	OnError func(error)
}

// EventPuller iterates over events, oldest first, each at least once.
type EventPuller struct {
	ctx     context.Context
	events  *EventsService
	options PullOptions
	after   string
	pages   Iterator[EventsAnswer, Event]
	current *Event
}

// Pull iterates over the events of the key. The cursor moves past an event when Next is called again; after a crash or a
// break, the unfinished event is delivered again.
//
//	events := client.Events.Pull(ctx, parley.PullOptions{Cursor: store})
//	for events.Next() {
//		handle(events.Event())
//	}
//	return events.Err()
func (s *EventsService) Pull(ctx context.Context, options PullOptions) *EventPuller {
	if options.PollEvery == 0 {
		options.PollEvery = 2 * time.Second
	}
	p := &EventPuller{ctx: ctx, events: s, options: options, after: options.After}
	p.pages = Iterator[EventsAnswer, Event]{
		read:  p.readPage,
		items: func(page *EventsAnswer) []Event { return page.Events },
		move:  p.finishPage,
	}
	if p.after == "" && options.Cursor != nil {
		p.after, p.pages.err = options.Cursor.Load(ctx)
	}
	if p.after == "" && options.FromLatest {
		p.after = "latest"
	}
	return p
}

// Event is the current event.
func (p *EventPuller) Event() *Event { return p.current }

// Err is the error that ended the iteration; that of the context if it was cancelled.
func (p *EventPuller) Err() error { return p.pages.err }

// Next moves to the next event, and waits for it unless StopAtEnd is set; false at the end or after an error.
func (p *EventPuller) Next() bool {
	if p.current != nil {
		p.moveTo(p.current.ID)
		p.current = nil
	}
	if p.pages.err != nil || !p.pages.Next() {
		return false
	}
	event := p.pages.Item()
	p.current = &event
	return true
}

func (p *EventPuller) moveTo(position string) {
	if position != p.after && p.options.Cursor != nil {
		p.pages.err = p.options.Cursor.Save(p.ctx, position)
	}
	p.after = position
}

// finishPage moves past a handled page, and waits at the end of the ledger; false if the iteration ends there.
func (p *EventPuller) finishPage(page *EventsAnswer) bool {
	if page.NextAfter != nil {
		p.moveTo(*page.NextAfter)
	}
	if !page.HasMore && p.pages.err == nil {
		if p.options.StopAtEnd {
			return false
		}
		p.pages.err = wait(p.ctx, p.options.PollEvery)
	}
	return p.pages.err == nil
}

// readPage reads the next page; while the iteration follows the ledger, it repeats after temporary errors.
func (p *EventPuller) readPage() (*EventsAnswer, error) {
	for failures := 0; ; failures++ {
		list := p.events.List(p.ctx, EventsQuery{After: p.after, Since: p.options.Since, Limit: p.options.Limit})
		list.NextPage()
		err := list.Err()
		var answer *APIError
		if errors.As(err, &answer) && answer.OldestAfter != "" && p.options.OnError != nil {
			p.options.OnError(err)
			p.after = answer.OldestAfter
			continue
		}
		if err == nil || p.options.StopAtEnd || !isTemporary(err) {
			return list.Page(), err
		}
		if p.options.OnError != nil {
			p.options.OnError(err)
		}
		if err := wait(p.ctx, backoff(failures)); err != nil {
			return nil, err
		}
	}
}

// isTemporary reports a failure of the network, a restart or a rate limit.
func isTemporary(err error) bool {
	var answer *APIError
	var connection *ConnectionError
	var timeout *TimeoutError
	if errors.As(err, &answer) {
		return answer.Status == http.StatusTooManyRequests || answer.Status >= 500
	}
	return errors.As(err, &connection) || errors.As(err, &timeout)
}
