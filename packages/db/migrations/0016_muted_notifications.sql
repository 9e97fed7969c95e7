ALTER TABLE "alert_states" ADD COLUMN "is_withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "muted_until" timestamp (3) with time zone;