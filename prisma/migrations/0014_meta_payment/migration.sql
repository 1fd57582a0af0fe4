-- AlterTable
ALTER TABLE "channel_accounts" ADD COLUMN     "payment_check_at" TIMESTAMPTZ(3),
ADD COLUMN     "payment_missing_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "listed_templates" ADD COLUMN     "upcoming" JSONB NOT NULL DEFAULT '{}';
