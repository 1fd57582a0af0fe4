-- AlterTable
ALTER TABLE "devices" ADD COLUMN     "limits_checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "new_chats" JSONB,
ADD COLUMN     "restriction_kind" TEXT;
