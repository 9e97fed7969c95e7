ALTER TABLE "api_tokens" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "project" text;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "previous_token_hash" text;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "previous_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_previous_token_hash_unique" UNIQUE("previous_token_hash");