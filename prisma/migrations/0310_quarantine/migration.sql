-- Elements that were acknowledged to their network and could not be stored because of their content: kept until an
-- operator tries them again or discards them.

-- CreateTable
CREATE TABLE "quarantined_elements" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quarantined_elements_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "quarantined_elements_tenant_id_fingerprint_key" ON "quarantined_elements"("tenant_id", "fingerprint");

-- CreateIndex
CREATE INDEX "quarantined_elements_tenant_id_id_idx" ON "quarantined_elements"("tenant_id", "id");
