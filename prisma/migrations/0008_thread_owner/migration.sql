-- AlterTable
ALTER TABLE "channel_accounts" ADD COLUMN     "resubscribe_at" TIMESTAMPTZ(3),
ADD COLUMN     "shared_since" TIMESTAMPTZ(3),
ADD COLUMN     "subscribed_fields" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "handover" JSONB,
ADD COLUMN     "thread_owner" TEXT,
ADD COLUMN     "thread_owner_at" TIMESTAMPTZ(3);
