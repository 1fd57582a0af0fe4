package parley

import (
	"encoding/json"
	"time"
)

// Event is an event of a key, as posted to its webhook and as read from its ledger.
type Event struct {
	// ID is the same on every attempt and for every key: de-duplicate by it.
	ID string `json:"id"`
	// Type is one of the Event constants, or a type that this version does not know.
	Type string `json:"event"`
	// InstanceID is the id of the key.
	InstanceID string    `json:"instance_id"`
	CreatedAt  time.Time `json:"created_at"`
	// Data depends on the type: switch data := event.Data.(type) { case *parley.MessageReceived: … }.
	Data EventData `json:"-"`
	// Raw is the event as it arrived, with members that this version does not know.
	Raw json.RawMessage `json:"-"`
}

// EventData is a pointer to the data of an event, such as *MessageReceived, or *UnknownData.
type EventData interface{ isEventData() }

// UnknownData is the data of an event of a type that this version does not know.
type UnknownData struct{ json.RawMessage }

func (*UnknownData) isEventData() {}

// UnmarshalJSON reads the data into the type that belongs to the event's type.
func (e *Event) UnmarshalJSON(raw []byte) error {
	type members Event
	envelope := struct {
		*members
		Data json.RawMessage `json:"data"`
	}{members: (*members)(e)}
	if err := json.Unmarshal(raw, &envelope); err != nil {
		return err
	}
	e.Raw, e.Data = append(json.RawMessage(nil), raw...), newEventData(e.Type)
	if e.Data == nil {
		e.Data = &UnknownData{envelope.Data}
		return nil
	}
	return json.Unmarshal(envelope.Data, e.Data)
}

// MarshalJSON returns the event as it arrived.
func (e Event) MarshalJSON() ([]byte, error) { return e.Raw, nil }
