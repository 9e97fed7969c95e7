ALTER TABLE "executions" ADD COLUMN "stored_bytes" integer;--> statement-breakpoint
ALTER TABLE "received_requests" ADD COLUMN "stored_bytes" integer;--> statement-breakpoint
ALTER TABLE "receiver_gates" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;