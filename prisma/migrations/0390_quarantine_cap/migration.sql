-- The newest quarantined elements of an account: older ones beyond its cap are dropped.
CREATE INDEX "quarantined_elements_tenant_id_channel_external_id_id_idx" ON "quarantined_elements"("tenant_id", "channel", "external_id", "id");
