ALTER TABLE "deliveries" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "response" jsonb;