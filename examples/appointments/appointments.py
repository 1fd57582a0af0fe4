"""Reminds people of their appointments, and notes who comes.

    python3 appointments.py appointments.csv [--once]

The file has the columns id, phone, name and time. Each person gets one reminder by WhatsApp, however often the program is
started, and answers with yes or no. It needs no webhook: it pulls the events of its key. The cursor is stored in the same
transaction as the answer before it, so each answer is noted once. --once ends when there is no further event.
"""

from __future__ import annotations

import csv
import os
import sqlite3
import sys
import typing as t

from parley import ApiError, Client, Event

TEMPLATE = os.environ.get("PARLEY_TEMPLATE", "order_update")
YES, NO = {"yes", "y", "ok", "نعم"}, {"no", "n", "لا"}
REPLIES = {"comes": "Thank you, {name}. See you at {time}.", "cancelled": "We have cancelled {time}. Thank you, {name}."}

SCHEMA = """
CREATE TABLE IF NOT EXISTS appointments (id TEXT PRIMARY KEY, phone TEXT, name TEXT, time TEXT,
                                         message_id TEXT UNIQUE, state TEXT NOT NULL DEFAULT 'new');
CREATE TABLE IF NOT EXISTS cursor (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), position TEXT NOT NULL);
"""


class Cursor:
    """The position in the ledger of events, in the database."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def load(self) -> str | None:
        row = self._database.execute("SELECT position FROM cursor").fetchone()
        return row and str(row[0])

    def save(self, cursor: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO cursor VALUES (1, ?)", (cursor,))
        # Commits what the event changed as well.
        self._database.commit()


def read_appointments(database: sqlite3.Connection, path: str) -> None:
    with open(path, newline="", encoding="utf-8") as file, database:
        database.executemany(
            "INSERT OR IGNORE INTO appointments (id, phone, name, time) VALUES (:id, :phone, :name, :time)",
            csv.DictReader(file),
        )


def remind(client: Client, database: sqlite3.Connection) -> None:
    """Sends the reminders that were not sent yet. The idempotency key is made from the appointment: if the program ends
    before it has stored the answer, the next start gets the same answer, and nothing is sent twice."""
    new = database.execute("SELECT id, phone, name, time FROM appointments WHERE state = 'new'").fetchall()
    for appointment, phone, name, time in new:
        message_id, state = None, "reminded"
        try:
            sent = client.messages.send(
                channel="wa",
                to=phone,
                template={"name": TEMPLATE, "language": "en", "variables": [name, time]},
                idempotency_key=f"appointment-{appointment}",
            )
            message_id = sent["message_id"]
        except ApiError as error:
            if error.code not in ("graph_error", "invalid_to", "opted_out"):
                raise
            state = "unreachable"
        with database:
            database.execute(
                "UPDATE appointments SET state = ?, message_id = ? WHERE id = ?", (state, message_id, appointment)
            )
        print(f"{name}: {state}", flush=True)


def state_of(text: str) -> str | None:
    word = text.strip(" .!").lower()
    return "comes" if word in YES else "cancelled" if word in NO else None


def handle(client: Client, database: sqlite3.Connection, event: Event) -> None:
    """Notes what an event says; the cursor commits it."""
    if event["event"] == "message.status" and event["data"]["status"] == "failed":
        found = _change(database, "unreachable", "message_id = ?", event["data"]["message_id"])
    elif event["event"] == "message.received":
        state = state_of(event["data"]["text"])
        if state is None:
            return
        found = _change(database, state, "phone = ? AND state = 'reminded'", "+" + event["data"]["from"].lstrip("+"))
        if found:
            text = REPLIES[state].format(name=found[0], time=found[1])
            # If the program ends here, the event is delivered again. The idempotency key prevents a second reply.
            client.messages.send(
                channel="wa", to=event["data"]["from"], message=text, idempotency_key=f"{event['id']}-reply"
            )
    else:
        return
    if found:
        print(f"{found[0]}: {found[2]}", flush=True)


def _change(database: sqlite3.Connection, state: str, where: str, value: str) -> t.Tuple[str, str, str] | None:
    row = database.execute(f"SELECT id, name, time FROM appointments WHERE {where} ORDER BY time", (value,)).fetchone()
    if row is None:
        return None
    database.execute("UPDATE appointments SET state = ? WHERE id = ?", (state, row[0]))
    return row[1], row[2], state


def main(path: str, once: bool) -> None:
    database = sqlite3.connect(os.environ.get("DATABASE", "appointments.db"))
    database.executescript(SCHEMA)
    with Client(os.environ["PARLEY_BASE_URL"], os.environ["PARLEY_API_KEY"]) as client:
        cursor = Cursor(database)
        if cursor.load() is None:
            # What people wrote before their first reminder is no answer to it.
            cursor.save(client.events.list(after="latest").first_page()["next_after"] or "")
        read_appointments(database, path)
        remind(client, database)
        for event in client.events.pull(cursor=cursor, follow=not once, on_error=print):
            handle(client, database, event)
    database.close()


if __name__ == "__main__":
    main(sys.argv[1], "--once" in sys.argv[2:])
