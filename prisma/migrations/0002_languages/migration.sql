-- The form of a language instead of the list of them: a language is added without a migration, and a process of the
-- release before may run beside one that has the language.
ALTER TABLE tenants
  DROP CONSTRAINT tenants_language,
  ADD CONSTRAINT tenants_language CHECK (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$') NOT VALID;

ALTER TABLE members
  DROP CONSTRAINT members_language,
  ADD CONSTRAINT members_language CHECK (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$') NOT VALID;

ALTER TABLE recipients
  DROP CONSTRAINT recipients_language,
  ADD CONSTRAINT recipients_language CHECK (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$') NOT VALID;
