-- Credit never goes below zero, whatever a statement believes (contract §3).
ALTER TABLE tenants
  ADD CONSTRAINT tenants_balance_not_negative CHECK (balance >= 0),
  ADD CONSTRAINT tenants_status CHECK (status IN ('active', 'inactive'));

ALTER TABLE api_keys
  ADD CONSTRAINT api_keys_rate_limit_positive CHECK (rate_limit_per_minute > 0),
  ADD CONSTRAINT api_keys_previous_secret_has_end CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL));
