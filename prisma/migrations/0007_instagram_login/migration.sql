-- AlterTable
ALTER TABLE "channel_accounts" ADD COLUMN     "authorized_by" TEXT;

-- AlterTable
ALTER TABLE "connect_links" ADD COLUMN     "via" TEXT;

-- AlterTable
ALTER TABLE "connect_states" ADD COLUMN     "via" TEXT;
