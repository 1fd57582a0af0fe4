-- CreateTable
CREATE TABLE "send_paces" (
    "channel_account_id" INTEGER NOT NULL,
    "free_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "send_paces_pkey" PRIMARY KEY ("channel_account_id")
);

-- AddForeignKey
ALTER TABLE "send_paces" ADD CONSTRAINT "send_paces_channel_account_id_fkey" FOREIGN KEY ("channel_account_id") REFERENCES "channel_accounts"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
