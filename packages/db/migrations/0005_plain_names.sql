ALTER TABLE "schedules" RENAME COLUMN "under_way_execution_id" TO "in_flight_execution_id";--> statement-breakpoint
ALTER INDEX "schedules_under_way" RENAME TO "schedules_in_flight";--> statement-breakpoint
ALTER TABLE "alert_states" RENAME COLUMN "is_told" TO "is_notified";--> statement-breakpoint
ALTER TABLE "alert_states" RENAME COLUMN "held_in_a_row" TO "consecutive_matches";--> statement-breakpoint
UPDATE "notifications" SET "firing" = ("firing" - 'tellsRecovery') || jsonb_build_object('notifyOnRecovery', "firing" -> 'tellsRecovery') WHERE "firing" ? 'tellsRecovery';
