-- AlterTable
ALTER TABLE "devices" ADD COLUMN     "proxy" TEXT,
ADD COLUMN     "reason_detail" TEXT;
