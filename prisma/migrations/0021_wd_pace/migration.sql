-- AlterTable
ALTER TABLE "devices" ADD COLUMN     "pace" TEXT;
