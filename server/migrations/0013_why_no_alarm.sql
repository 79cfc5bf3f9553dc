CREATE TABLE "monitor_version" (
	"org_id" varchar(64) NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"written_at" timestamptz(3) DEFAULT now() NOT NULL,
	"row" jsonb,
	CONSTRAINT "monitor_version_org_id_subject_subject_id_at_pk" PRIMARY KEY("org_id","subject","subject_id","at")
);
--> statement-breakpoint
CREATE TABLE "device_unheard" (
	"org_id" varchar(64) NOT NULL,
	"device" varchar(64) NOT NULL,
	"why" text NOT NULL,
	"slot" timestamptz(3) NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamptz(3) NOT NULL,
	"last_at" timestamptz(3) NOT NULL,
	"value" integer,
	CONSTRAINT "device_unheard_org_id_device_why_slot_pk" PRIMARY KEY("org_id","device","why","slot"),
	CONSTRAINT "device_unheard_why" CHECK ("device_unheard"."why" in ('UNKNOWN', 'DISABLED', 'TOO_MANY', 'BOXED', 'BAD', 'AGAIN', 'LATE', 'CLOCK')),
	CONSTRAINT "device_unheard_count" CHECK ("device_unheard"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "listening_gap" (
	"from_at" timestamptz(3) PRIMARY KEY NOT NULL,
	"to_at" timestamptz(3) NOT NULL,
	CONSTRAINT "listening_gap_order" CHECK ("listening_gap"."to_at" >= "listening_gap"."from_at")
);
--> statement-breakpoint
CREATE INDEX "monitor_version_at" ON "monitor_version" USING btree ("org_id","subject","at");--> statement-breakpoint
CREATE INDEX "device_unheard_old" ON "device_unheard" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "device_unheard_stranger" ON "device_unheard" USING btree ("org_id") WHERE why = 'UNKNOWN';--> statement-breakpoint
-- by hand
-- What decides about alarms is kept as it was. Arguments: subject, columns of its id, columns that matter (none: all).
CREATE FUNCTION keep_monitor_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb;
  after jsonb;
  one jsonb;
  wanted text[] := string_to_array(TG_ARGV[2], ' ');
BEGIN
  IF TG_OP <> 'INSERT' THEN before := to_jsonb(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN after := to_jsonb(NEW); END IF;
  one := coalesce(after, before);
  IF TG_ARGV[2] <> '' THEN
    SELECT jsonb_object_agg(key, value) INTO before FROM jsonb_each(before) WHERE key = any(wanted);
    SELECT jsonb_object_agg(key, value) INTO after FROM jsonb_each(after) WHERE key = any(wanted);
  END IF;
  IF TG_OP = 'UPDATE' AND before = after THEN RETURN NULL; END IF;
  INSERT INTO monitor_version (org_id, subject, subject_id, at, row)
  SELECT one ->> 'org_id', TG_ARGV[0],
    (SELECT string_agg(one ->> k.key, ':' ORDER BY k.n) FROM unnest(string_to_array(TG_ARGV[1], ' ')) WITH ORDINALITY AS k(key, n)),
    CASE WHEN TG_OP = 'INSERT' THEN least(now(), (one ->> 'created_at')::timestamptz) ELSE now() END, after
  ON CONFLICT (org_id, subject, subject_id, at) DO UPDATE SET row = excluded.row, written_at = excluded.written_at;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_monitor_version AFTER INSERT OR UPDATE OR DELETE ON alarm_rule FOR EACH ROW
EXECUTE FUNCTION keep_monitor_version('rule', 'rule_id', '');--> statement-breakpoint
CREATE TRIGGER keep_monitor_version AFTER INSERT OR UPDATE OR DELETE ON alarm_override FOR EACH ROW
EXECUTE FUNCTION keep_monitor_version('override', 'oldman_id kind', 'oldman_id kind off upper lower duration_s');--> statement-breakpoint
CREATE TRIGGER keep_monitor_version AFTER INSERT OR UPDATE OR DELETE ON position_rule FOR EACH ROW
EXECUTE FUNCTION keep_monitor_version('positionRule', 'rule_id', '');--> statement-breakpoint
CREATE TRIGGER keep_monitor_version AFTER INSERT OR UPDATE OR DELETE ON rail FOR EACH ROW
EXECUTE FUNCTION keep_monitor_version('rail', 'rail_id', '');--> statement-breakpoint
CREATE TRIGGER keep_monitor_version AFTER INSERT OR UPDATE ON monitor_setting FOR EACH ROW WHEN (NEW.name = 'positioning')
EXECUTE FUNCTION keep_monitor_version('setting', 'name', 'value');--> statement-breakpoint
-- Not of what its messages change: those columns are named by no statement of the ingest.
CREATE TRIGGER keep_monitor_version AFTER INSERT OR DELETE OR UPDATE OF bed_id, room_id, oldman_id, user_id, enabled, interval_s ON device
FOR EACH ROW EXECUTE FUNCTION keep_monitor_version('device', 'device_id', 'bed_id room_id oldman_id user_id enabled interval_s');--> statement-breakpoint
CREATE TRIGGER keep_monitor_version AFTER INSERT OR DELETE OR UPDATE OF current_bed_id, dept_id, level_id ON oldman
FOR EACH ROW EXECUTE FUNCTION keep_monitor_version('resident', 'oldman_id', 'current_bed_id dept_id level_id');--> statement-breakpoint
-- What is there today counts from its making; that it was the same all the time is not known, and `written_at` says so.
INSERT INTO monitor_version (org_id, subject, subject_id, at, row)
SELECT org_id, 'rule', rule_id, created_at, to_jsonb(t) FROM alarm_rule t
UNION ALL SELECT org_id, 'override', oldman_id || ':' || kind, updated_at,
  jsonb_build_object('oldman_id', oldman_id, 'kind', kind, 'off', off, 'upper', upper, 'lower', lower, 'duration_s', duration_s) FROM alarm_override
UNION ALL SELECT org_id, 'positionRule', rule_id, created_at, to_jsonb(t) FROM position_rule t
UNION ALL SELECT org_id, 'rail', rail_id, created_at, to_jsonb(t) FROM rail t
UNION ALL SELECT org_id, 'setting', name, updated_at, jsonb_build_object('value', value) FROM monitor_setting WHERE name = 'positioning'
UNION ALL SELECT org_id, 'device', device_id, created_at, jsonb_build_object('bed_id', bed_id, 'room_id', room_id, 'oldman_id', oldman_id,
  'user_id', user_id, 'enabled', enabled, 'interval_s', interval_s) FROM device
UNION ALL SELECT org_id, 'resident', oldman_id, created_at, jsonb_build_object('current_bed_id', current_bed_id, 'dept_id', dept_id,
  'level_id', level_id) FROM oldman;
