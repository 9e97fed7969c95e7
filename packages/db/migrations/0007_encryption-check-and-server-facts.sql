CREATE TABLE "encryption_check" (
	"id" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_facts" (
	"name" text PRIMARY KEY NOT NULL,
	"is_so" boolean NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL
);
