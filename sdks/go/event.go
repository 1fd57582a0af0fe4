package parley

import (
	"encoding/json"
	"time"
)

// Event is an event of a key, as posted to its webhook and as read from its ledger.
type Event struct {
	// ID is the same on every attempt and for every key: de-duplicate by it.
	ID string
	// Type is one of the Event constants, or a type that this version does not know.
	Type string
	// InstanceID is the id of the key.
	InstanceID string
	CreatedAt  time.Time
	// Data depends on the type: switch data := event.Data.(type) { case *parley.MessageReceived: … }.
	Data EventData
	// Raw is the event as it arrived, with members that this version does not know.
	Raw json.RawMessage
}

// EventData is a pointer to the data of an event, such as *MessageReceived, or *UnknownData.
type EventData interface{ isEventData() }

// UnknownData is the data of an event of a type that this version does not know.
type UnknownData struct{ json.RawMessage }

func (*UnknownData) isEventData() {}

// UnmarshalJSON reads the data into the type that belongs to the event's type.
func (e *Event) UnmarshalJSON(raw []byte) error {
	var envelope struct {
		ID         string          `json:"id"`
		Event      string          `json:"event"`
		InstanceID string          `json:"instance_id"`
		CreatedAt  time.Time       `json:"created_at"`
		Data       json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &envelope); err != nil {
		return err
	}
	data := newEventData(envelope.Event)
	if data == nil {
		data = &UnknownData{envelope.Data}
	} else if err := json.Unmarshal(envelope.Data, data); err != nil {
		return err
	}
	*e = Event{envelope.ID, envelope.Event, envelope.InstanceID, envelope.CreatedAt, data, append(json.RawMessage(nil), raw...)}
	return nil
}

// MarshalJSON returns the event as it arrived.
func (e Event) MarshalJSON() ([]byte, error) { return e.Raw, nil }
