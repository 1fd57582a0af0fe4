package parley

import "encoding/json"

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
