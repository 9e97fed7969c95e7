ALTER TABLE "heartbeat_signals" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "heartbeat_signals" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "heartbeat_signals_undecided" ON "heartbeat_signals" USING btree ("receiver_id","position") WHERE request_id is not null;