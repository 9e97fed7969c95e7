-- The version before writes headers as objects for as long as it runs beside this one; who reads them expects lists.
CREATE FUNCTION knockwire_header_list(headers jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_agg(jsonb_build_array(key, value)), '[]') FROM jsonb_each(headers)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION knockwire_request_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF jsonb_typeof(NEW.request -> 'headers') = 'object' THEN
		NEW.request := jsonb_set(NEW.request, '{headers}', knockwire_header_list(NEW.request -> 'headers'));
	END IF;
	NEW.request_bytes := octet_length(NEW.request::text);
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION knockwire_notification_headers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.type = 'HTTP' AND jsonb_typeof(NEW.setting #> '{request,headers}') = 'object' THEN
		NEW.setting := jsonb_set(NEW.setting, '{request,headers}', knockwire_header_list(NEW.setting #> '{request,headers}'));
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER notifications_header_lists BEFORE INSERT OR UPDATE OF setting ON "notifications"
	FOR EACH ROW EXECUTE FUNCTION knockwire_notification_headers();
--> statement-breakpoint
-- What was written so between the migration that made lists of them and this one.
UPDATE "tasks" SET "request" = "request" WHERE jsonb_typeof("request" -> 'headers') = 'object';
--> statement-breakpoint
UPDATE "notifications" SET "setting" = "setting" WHERE "type" = 'HTTP' AND jsonb_typeof("setting" #> '{request,headers}') = 'object';
