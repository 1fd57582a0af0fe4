ALTER TABLE "connect_links" VALIDATE CONSTRAINT "connect_links_channel";
