-- CreateTable
CREATE TABLE "demo_workspaces" (
    "tenant_id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "demo_workspaces_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "demo_workspaces_slug_key" ON "demo_workspaces"("slug");

-- AddForeignKey
ALTER TABLE "demo_workspaces" ADD CONSTRAINT "demo_workspaces_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
