-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "tenants" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'standard',
    "status" TEXT NOT NULL DEFAULT 'active',
    "balance" DECIMAL(20,6) NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "instance_id" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "channels" TEXT[],
    "events" TEXT[],
    "webhook_url" TEXT,
    "webhook_secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "rate_limit_per_minute" INTEGER NOT NULL DEFAULT 60,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_ledger" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "amount" DECIMAL(20,6) NOT NULL,
    "kind" TEXT NOT NULL,
    "message_id" BIGINT,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_ledger_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_accounts" (
    "id" SERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "number" TEXT,
    "status" TEXT NOT NULL DEFAULT 'connected',
    "waba_id" TEXT,
    "credentials" TEXT NOT NULL,
    "callback_secret_hash" BYTEA,
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disconnected_at" TIMESTAMPTZ(3),
    "disconnect_reason" TEXT,

    CONSTRAINT "channel_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listed_templates" (
    "channel_account_id" INTEGER NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "approved_names" TEXT[],
    "listed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listed_templates_pkey" PRIMARY KEY ("channel_account_id")
);

-- CreateTable
CREATE TABLE "contacts" (
    "id" SERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "name" TEXT,
    "username" TEXT,
    "phone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_addresses" (
    "tenant_id" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "contact_id" INTEGER NOT NULL,

    CONSTRAINT "contact_addresses_pkey" PRIMARY KEY ("tenant_id","channel","address")
);

-- CreateTable
CREATE TABLE "conversations" (
    "id" SERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "channel_account_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "peer" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "last_inbound_at" TIMESTAMPTZ(3),
    "last_message_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "conversation_id" INTEGER NOT NULL,
    "channel_account_id" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "peer" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "template" JSONB,
    "extra" JSONB,
    "reply_to_id" BIGINT,
    "provider_message_id" TEXT,
    "error" JSONB,
    "price" DECIMAL(20,6) NOT NULL DEFAULT 0,
    "instance_id" TEXT,
    "settle_by" TIMESTAMPTZ(3),
    "happened_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_statuses" (
    "message_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_statuses_pkey" PRIMARY KEY ("message_id","status")
);

-- CreateTable
CREATE TABLE "message_reactions" (
    "message_id" BIGINT NOT NULL,
    "sender" TEXT NOT NULL,
    "emoji" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_reactions_pkey" PRIMARY KEY ("message_id","sender","emoji")
);

-- CreateTable
CREATE TABLE "attachments" (
    "id" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "message_id" BIGINT NOT NULL,
    "channel_account_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "provider_media_id" TEXT,
    "source_url" TEXT,
    "mime_type" TEXT,
    "filename" TEXT,
    "size" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pending_updates" (
    "id" BIGSERIAL NOT NULL,
    "channel_account_id" INTEGER NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "item" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pending_updates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "unknown_provider_events" (
    "id" BIGSERIAL NOT NULL,
    "channel" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unknown_provider_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "instance_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "message_id" BIGINT,
    "answer" JSONB,
    "locked_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("instance_id","action","key")
);

-- CreateTable
CREATE TABLE "events" (
    "seq" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "conversation_id" INTEGER,
    "data" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" BIGSERIAL NOT NULL,
    "instance_id" TEXT NOT NULL,
    "event_seq" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_log" (
    "id" BIGINT NOT NULL,
    "instance_id" TEXT NOT NULL,
    "event_seq" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lanes" (
    "instance_id" TEXT NOT NULL,
    "claim_id" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "pause_reason" TEXT,

    CONSTRAINT "lanes_pkey" PRIMARY KEY ("instance_id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "instance_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status_code" INTEGER,
    "latency_ms" INTEGER NOT NULL,
    "error" TEXT,
    "response" TEXT,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("at","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenants_slug_key" ON "tenants"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_instance_id_key" ON "api_keys"("instance_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_tenant_id_idx" ON "api_keys"("tenant_id");

-- CreateIndex
CREATE INDEX "credit_ledger_tenant_id_id_idx" ON "credit_ledger"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "channel_accounts_tenant_id_channel_idx" ON "channel_accounts"("tenant_id", "channel");

-- CreateIndex
CREATE INDEX "channel_accounts_channel_external_id_idx" ON "channel_accounts"("channel", "external_id");

-- CreateIndex
CREATE INDEX "contacts_tenant_id_channel_idx" ON "contacts"("tenant_id", "channel");

-- CreateIndex
CREATE INDEX "contact_addresses_contact_id_idx" ON "contact_addresses"("contact_id");

-- CreateIndex
CREATE INDEX "conversations_tenant_id_id_idx" ON "conversations"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "conversations_contact_id_last_message_at_idx" ON "conversations"("contact_id", "last_message_at");

-- CreateIndex
CREATE UNIQUE INDEX "conversations_channel_account_id_contact_id_key" ON "conversations"("channel_account_id", "contact_id");

-- CreateIndex
CREATE INDEX "messages_conversation_id_id_idx" ON "messages"("conversation_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_channel_account_id_provider_message_id_key" ON "messages"("channel_account_id", "provider_message_id");

-- CreateIndex
CREATE INDEX "attachments_message_id_idx" ON "attachments"("message_id");

-- CreateIndex
CREATE INDEX "pending_updates_channel_account_id_provider_message_id_idx" ON "pending_updates"("channel_account_id", "provider_message_id");

-- CreateIndex
CREATE INDEX "unknown_provider_events_received_at_idx" ON "unknown_provider_events"("received_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_message_id_idx" ON "idempotency_keys"("message_id");

-- CreateIndex
CREATE UNIQUE INDEX "events_id_key" ON "events"("id");

-- CreateIndex
CREATE INDEX "events_tenant_id_seq_idx" ON "events"("tenant_id", "seq");

-- CreateIndex
CREATE INDEX "deliveries_instance_id_due_at_id_idx" ON "deliveries"("instance_id", "due_at", "id");

-- CreateIndex
CREATE INDEX "delivery_log_instance_id_id_idx" ON "delivery_log"("instance_id", "id");

-- CreateIndex
CREATE INDEX "delivery_log_ended_at_idx" ON "delivery_log"("ended_at");

-- CreateIndex
CREATE INDEX "delivery_attempts_delivery_id_idx" ON "delivery_attempts"("delivery_id");
