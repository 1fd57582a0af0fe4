-- AlterTable
ALTER TABLE "channel_accounts" ADD COLUMN     "app_seen_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_on_biz_app" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "history_imports" (
    "channel_account_id" INTEGER NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "from_id" BIGINT NOT NULL,
    "to_id" BIGINT NOT NULL,
    "contacts_state" TEXT NOT NULL DEFAULT 'due',
    "contacts_asked_at" TIMESTAMPTZ(3),
    "contacts_request_id" TEXT,
    "contacts_at" TIMESTAMPTZ(3),
    "history_state" TEXT NOT NULL DEFAULT 'due',
    "history_asked_at" TIMESTAMPTZ(3),
    "history_request_id" TEXT,
    "history_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "ask_until" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "progress" INTEGER,
    "import_at" TIMESTAMPTZ(3),
    "imported" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "history_imports_pkey" PRIMARY KEY ("channel_account_id")
);

-- CreateTable
CREATE TABLE "history_parts" (
    "id" BIGSERIAL NOT NULL,
    "channel_account_id" INTEGER NOT NULL,
    "field" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "history_parts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "history_messages" (
    "channel_account_id" INTEGER NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "happened_at" TIMESTAMPTZ(3) NOT NULL,
    "addresses" TEXT[],
    "is_placeholder" BOOLEAN NOT NULL,
    "item" JSONB NOT NULL,

    CONSTRAINT "history_messages_pkey" PRIMARY KEY ("channel_account_id","provider_message_id")
);

-- CreateTable
CREATE TABLE "history_people" (
    "channel_account_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "name" TEXT,
    "username" TEXT,

    CONSTRAINT "history_people_pkey" PRIMARY KEY ("channel_account_id","address")
);

-- CreateIndex
CREATE INDEX "history_imports_due_at_idx" ON "history_imports"("due_at");

-- CreateIndex
CREATE INDEX "history_imports_import_at_idx" ON "history_imports"("import_at");

-- CreateIndex
CREATE INDEX "history_parts_channel_account_id_idx" ON "history_parts"("channel_account_id");

-- CreateIndex
CREATE INDEX "history_parts_due_at_id_idx" ON "history_parts"("due_at", "id");

-- CreateIndex
CREATE INDEX "history_messages_newest" ON "history_messages"("channel_account_id", "happened_at" DESC, "provider_message_id" DESC);

-- AddForeignKey
ALTER TABLE "history_imports" ADD CONSTRAINT "history_imports_channel_account_id_fkey" FOREIGN KEY ("channel_account_id") REFERENCES "channel_accounts"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "history_imports" ADD CONSTRAINT "history_imports_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "history_parts" ADD CONSTRAINT "history_parts_channel_account_id_fkey" FOREIGN KEY ("channel_account_id") REFERENCES "history_imports"("channel_account_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "history_messages" ADD CONSTRAINT "history_messages_channel_account_id_fkey" FOREIGN KEY ("channel_account_id") REFERENCES "history_imports"("channel_account_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "history_people" ADD CONSTRAINT "history_people_channel_account_id_fkey" FOREIGN KEY ("channel_account_id") REFERENCES "history_imports"("channel_account_id") ON DELETE CASCADE ON UPDATE NO ACTION;
