ALTER TABLE "receivers" ADD COLUMN "is_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "receivers_drafts" ON "receivers" USING btree ("updated_at") WHERE is_draft;