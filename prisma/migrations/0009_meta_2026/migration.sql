-- AlterTable
ALTER TABLE "consents" ADD COLUMN     "marketing_held_until" TIMESTAMPTZ(3);
