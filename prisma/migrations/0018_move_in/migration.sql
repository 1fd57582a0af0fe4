-- AlterTable
ALTER TABLE "devices" ADD COLUMN     "moved_from" TEXT,
ADD COLUMN     "moved_jid" TEXT;
