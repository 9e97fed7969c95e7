ALTER TABLE "password_reset_codes" DROP CONSTRAINT "password_reset_codes_account_id_requester_pk";--> statement-breakpoint
ALTER TABLE "password_reset_codes" ADD PRIMARY KEY ("code_hash");--> statement-breakpoint
CREATE INDEX "password_reset_codes_account" ON "password_reset_codes" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "password_reset_codes" DROP COLUMN "requester";--> statement-breakpoint
ALTER TABLE "password_reset_codes" DROP COLUMN "tries";