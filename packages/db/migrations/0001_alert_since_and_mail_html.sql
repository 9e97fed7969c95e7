ALTER TABLE "alert_states" ADD COLUMN "held_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dev_outbox" ADD COLUMN "html" text;