ALTER TABLE "alert_states" ALTER COLUMN "last_execution_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_states" ADD COLUMN "last_subject_id" uuid;