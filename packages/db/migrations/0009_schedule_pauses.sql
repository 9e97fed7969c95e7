CREATE TABLE "schedule_pauses" (
	"task_id" uuid NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone,
	CONSTRAINT "schedule_pauses_task_id_from_at_pk" PRIMARY KEY("task_id","from_at")
);
