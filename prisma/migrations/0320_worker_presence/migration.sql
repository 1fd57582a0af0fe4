-- Workers that hold a session-level advisory lock while they live: PostgreSQL drops the lock with the connection.

-- CreateTable
CREATE TABLE "worker_presence" (
    "number" SERIAL NOT NULL,
    "service" TEXT NOT NULL,
    "worker" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_presence_pkey" PRIMARY KEY ("number")
);
