ALTER TABLE "password_reset_codes" DROP CONSTRAINT "password_reset_codes_pkey";--> statement-breakpoint
ALTER TABLE "password_reset_codes" ADD COLUMN "requester" text NOT NULL;--> statement-breakpoint
ALTER TABLE "password_reset_codes" ADD CONSTRAINT "password_reset_codes_account_id_requester_pk" PRIMARY KEY("account_id","requester");
