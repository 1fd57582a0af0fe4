-- Rows are read without a lock that stops writes.
ALTER TABLE tenants VALIDATE CONSTRAINT tenants_language;
ALTER TABLE members VALIDATE CONSTRAINT members_language;
ALTER TABLE recipients VALIDATE CONSTRAINT recipients_language;
