-- SHA-256 of the secret of the browser in which a visit began: the dialog's answer counts in that browser alone.
-- Null for visits that began before this column was there; they are opened again.
ALTER TABLE connect_states ADD COLUMN browser_hash BYTEA;
