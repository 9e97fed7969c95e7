ALTER TABLE "deliveries" ADD COLUMN "counted" jsonb;--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("notification_id","occasion","id") WHERE status = 'PENDING';