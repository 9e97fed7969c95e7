CREATE TABLE "account_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"source" text,
	"applied_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "labels" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "managed_by" jsonb;--> statement-breakpoint
ALTER TABLE "charts" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "labels" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "managed_by" jsonb;--> statement-breakpoint
ALTER TABLE "account_secrets" ADD CONSTRAINT "account_secrets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_secrets_name" ON "account_secrets" USING btree ("account_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "projects_name" ON "projects" USING btree ("account_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_task_key" ON "notifications" USING btree ("task_id","key") WHERE key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_receiver_key" ON "notifications" USING btree ("receiver_id","key") WHERE key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "receivers_key" ON "receivers" USING btree ("account_id","key") WHERE key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "charts_key" ON "charts" USING btree ("task_id","key") WHERE key is not null;