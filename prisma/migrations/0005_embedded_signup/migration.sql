-- AlterTable
ALTER TABLE "channel_accounts" ADD COLUMN     "register_attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "register_locked_until" TIMESTAMPTZ(3),
ADD COLUMN     "register_since" TIMESTAMPTZ(3),
ADD COLUMN     "token_expires_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "connect_links" ADD COLUMN     "signup" TEXT,
ADD COLUMN     "signup_state_hash" BYTEA;

-- A connect link may connect a number.
ALTER TABLE "connect_links" DROP CONSTRAINT "connect_links_channel",
ADD CONSTRAINT "connect_links_channel" CHECK (channel IN ('wa', 'fb', 'ig', 'tt')) NOT VALID;
