CREATE TABLE "alarm_override" (
	"org_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"off" boolean DEFAULT false NOT NULL,
	"upper" integer,
	"lower" integer,
	"duration_s" integer,
	"reason" text NOT NULL,
	"by_id" varchar(64),
	"by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_override_org_id_oldman_id_kind_pk" PRIMARY KEY("org_id","oldman_id","kind")
);
--> statement-breakpoint
CREATE TABLE "alarm_rule" (
	"org_id" varchar(64) NOT NULL,
	"rule_id" varchar(64) NOT NULL,
	"rule_name" text NOT NULL,
	"kind" text NOT NULL,
	"scope" text DEFAULT 'ALL' NOT NULL,
	"scope_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"windows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"upper" integer,
	"lower" integer,
	"recover_upper" integer,
	"recover_lower" integer,
	"duration_s" integer NOT NULL,
	"recover_s" integer DEFAULT 60 NOT NULL,
	"repeat_s" integer DEFAULT 0 NOT NULL,
	"cooldown_s" integer DEFAULT 300 NOT NULL,
	"level" integer DEFAULT 2 NOT NULL,
	"voice_times" integer DEFAULT 3 NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_rule_org_id_rule_id_pk" PRIMARY KEY("org_id","rule_id"),
	CONSTRAINT "alarm_rule_name" UNIQUE("org_id","rule_name"),
	CONSTRAINT "alarm_rule_kind" CHECK ("alarm_rule"."kind" in ('EXIT', 'MOVE', 'STILL', 'BREATH', 'HEART', 'WET')),
	CONSTRAINT "alarm_rule_scope" CHECK ("alarm_rule"."scope" in ('ALL', 'DEPT', 'LEVEL', 'ELDER')),
	CONSTRAINT "alarm_rule_limits" CHECK ("alarm_rule"."upper" is null or "alarm_rule"."lower" is null or "alarm_rule"."upper" > "alarm_rule"."lower"),
	CONSTRAINT "alarm_rule_status" CHECK ("alarm_rule"."status" in (0, 1)),
	CONSTRAINT "alarm_rule_times" CHECK ("alarm_rule"."duration_s" >= 0 and "alarm_rule"."recover_s" >= 0 and "alarm_rule"."repeat_s" >= 0 and "alarm_rule"."cooldown_s" >= 0)
);
--> statement-breakpoint
CREATE TABLE "floor_map" (
	"org_id" varchar(64) NOT NULL,
	"map_id" varchar(64) NOT NULL,
	"map_key" integer GENERATED ALWAYS AS IDENTITY (sequence name "floor_map_map_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"building_id" varchar(64) NOT NULL,
	"floor_id" varchar(64),
	"map_name" text NOT NULL,
	"picture" text NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"px_per_metre" real NOT NULL,
	"zones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "floor_map_org_id_map_id_pk" PRIMARY KEY("org_id","map_id"),
	CONSTRAINT "floor_map_key" UNIQUE("org_id","map_key"),
	CONSTRAINT "floor_map_name" UNIQUE("org_id","building_id","map_name"),
	CONSTRAINT "floor_map_size" CHECK ("floor_map"."width_px" > 0 and "floor_map"."height_px" > 0 and "floor_map"."px_per_metre" > 0)
);
--> statement-breakpoint
CREATE TABLE "position_rule" (
	"org_id" varchar(64) NOT NULL,
	"rule_id" varchar(64) NOT NULL,
	"rule_name" text NOT NULL,
	"alarm_type" text NOT NULL,
	"scope" text DEFAULT 'ALL' NOT NULL,
	"scope_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rail_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"windows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"threshold" integer,
	"recover_threshold" integer,
	"delay_s" integer DEFAULT 0 NOT NULL,
	"reports" integer DEFAULT 1 NOT NULL,
	"recover_s" integer DEFAULT 0 NOT NULL,
	"cooldown_s" integer DEFAULT 300 NOT NULL,
	"level" integer DEFAULT 2 NOT NULL,
	"voice_times" integer DEFAULT 3 NOT NULL,
	"status" integer DEFAULT 1 NOT NULL,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "position_rule_org_id_rule_id_pk" PRIMARY KEY("org_id","rule_id"),
	CONSTRAINT "position_rule_name" UNIQUE("org_id","rule_name"),
	CONSTRAINT "position_rule_scope" CHECK ("position_rule"."scope" in ('ALL', 'DEPT', 'LEVEL', 'ELDER')),
	CONSTRAINT "position_rule_status" CHECK ("position_rule"."status" in (0, 1))
);
--> statement-breakpoint
CREATE TABLE "rail" (
	"org_id" varchar(64) NOT NULL,
	"rail_id" varchar(64) NOT NULL,
	"rail_name" text NOT NULL,
	"building_id" varchar(64) NOT NULL,
	"map_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"polygon" jsonb NOT NULL,
	"scope" text DEFAULT 'ALL' NOT NULL,
	"scope_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"windows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"delay_s" integer DEFAULT 15 NOT NULL,
	"stay_s" integer,
	"enabled" boolean DEFAULT true NOT NULL,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "rail_org_id_rail_id_pk" PRIMARY KEY("org_id","rail_id"),
	CONSTRAINT "rail_name" UNIQUE("org_id","map_id","rail_name"),
	CONSTRAINT "rail_kind" CHECK ("rail"."kind" in ('LEAVE', 'ENTER', 'STAY')),
	CONSTRAINT "rail_scope" CHECK ("rail"."scope" in ('ALL', 'DEPT', 'LEVEL', 'ELDER')),
	CONSTRAINT "rail_polygon" CHECK (jsonb_array_length("rail"."polygon") >= 3),
	CONSTRAINT "rail_stay" CHECK ("rail"."kind" <> 'STAY' or "rail"."stay_s" is not null)
);
--> statement-breakpoint
CREATE TABLE "user_building" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"building_id" varchar(64) NOT NULL,
	CONSTRAINT "user_building_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "alarm_duty" (
	"org_id" varchar(64) NOT NULL,
	"duty_id" varchar(64) NOT NULL,
	"dept_id" varchar(64),
	"rank" integer NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"weekdays" jsonb NOT NULL,
	"from_time" text NOT NULL,
	"to_time" text NOT NULL,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_duty_org_id_duty_id_pk" PRIMARY KEY("org_id","duty_id"),
	CONSTRAINT "alarm_duty_rank" CHECK ("alarm_duty"."rank" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "alarm_step" (
	"org_id" varchar(64) NOT NULL,
	"step_id" varchar(64) NOT NULL,
	"record_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"rank" integer,
	"user_id" varchar(64),
	"user_name" text,
	"note" text,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_step_org_id_step_id_pk" PRIMARY KEY("org_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "device_state" (
	"org_id" varchar(64) NOT NULL,
	"device_id" varchar(64) NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"at" timestamptz(3),
	"heard_at" timestamptz(3),
	"in_bed" smallint,
	"heart" smallint,
	"breath" smallint,
	"move" smallint,
	"wet" smallint,
	"signal" smallint,
	"battery" smallint,
	"map_id" varchar(64),
	"x" real,
	"y" real,
	"fix_at" timestamptz(3),
	"work" text,
	"strap" smallint,
	"fault" text,
	"eval" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"closed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "device_state_org_id_device_id_pk" PRIMARY KEY("org_id","device_id")
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE TABLE "monitor_setting" (
	"org_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "monitor_setting_org_id_name_pk" PRIMARY KEY("org_id","name")
);
--> statement-breakpoint
CREATE TABLE "vms_outbox" (
	"org_id" varchar(64) NOT NULL,
	"outbox_id" varchar(64) NOT NULL,
	"record_id" varchar(64),
	"scene" text NOT NULL,
	"phone" text NOT NULL,
	"user_id" varchar(64),
	"user_name" text,
	"params" jsonb NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"provider" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"sent_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "vms_outbox_org_id_outbox_id_pk" PRIMARY KEY("org_id","outbox_id"),
	CONSTRAINT "vms_outbox_state" CHECK ("vms_outbox"."state" in ('WAITING', 'SENT', 'FAILED', 'DIALLED', 'DROPPED'))
);
--> statement-breakpoint
CREATE TABLE "call_record" (
	"org_id" varchar(64) NOT NULL,
	"call_id" varchar(64) NOT NULL,
	"family" text NOT NULL,
	"device_id" varchar(64) NOT NULL,
	"device_no" text NOT NULL,
	"bed_id" varchar(64),
	"room_id" varchar(64),
	"oldman_id" varchar(64),
	"dept_id" varchar(64),
	"caller_type" text NOT NULL,
	"call_at" timestamptz(3) NOT NULL,
	"presses" integer DEFAULT 1 NOT NULL,
	"answer_at" timestamptz(3),
	"answer_by" varchar(64),
	"clear_at" timestamptz(3),
	"clear_by" varchar(64),
	"clear_from" text,
	"deal_type" text,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "call_record_org_id_call_id_pk" PRIMARY KEY("org_id","call_id"),
	CONSTRAINT "call_record_family" CHECK ("call_record"."family" in ('R6R7', 'R10', 'A10')),
	CONSTRAINT "call_record_caller" CHECK ("call_record"."caller_type" in ('REINFORCE', 'TOILET', 'BED', 'DOOR')),
	CONSTRAINT "call_record_times" CHECK (("call_record"."answer_at" is null or "call_record"."answer_at" >= "call_record"."call_at")
      and ("call_record"."clear_at" is null or "call_record"."clear_at" >= coalesce("call_record"."answer_at", "call_record"."call_at")))
);
--> statement-breakpoint
CREATE TABLE "health_night" (
	"org_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"in_bed_min" integer NOT NULL,
	"bed_at" timestamptz(3),
	"rise_at" timestamptz(3),
	"exits" integer NOT NULL,
	"longest_exit_min" integer NOT NULL,
	"exit_min" integer NOT NULL,
	"heart_avg10" integer,
	"heart_min" integer,
	"heart_max" integer,
	"breath_avg10" integer,
	"breath_min" integer,
	"breath_max" integer,
	"turns" integer NOT NULL,
	"big_move_min" integer NOT NULL,
	"wet" integer NOT NULL,
	"minutes" integer NOT NULL,
	"away" smallint DEFAULT 0 NOT NULL,
	"heart_curve" smallint[],
	"breath_curve" smallint[],
	"level" smallint DEFAULT 0 NOT NULL,
	"judged" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"made_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "health_night_org_id_oldman_id_day_pk" PRIMARY KEY("org_id","oldman_id","day")
);
--> statement-breakpoint
CREATE TABLE "position" (
	"org_id" varchar(64) NOT NULL,
	"device_key" integer NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"map_key" integer NOT NULL,
	"x" real NOT NULL,
	"y" real NOT NULL,
	CONSTRAINT "position_pk" PRIMARY KEY("org_id","device_key","at") INCLUDE ("map_key","x","y")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "reading" (
	"org_id" varchar(64) NOT NULL,
	"device_key" integer NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"in_bed" smallint NOT NULL,
	"heart" smallint,
	"breath" smallint,
	"move" smallint DEFAULT 0 NOT NULL,
	"turn" smallint DEFAULT 0 NOT NULL,
	"wet" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_pk" PRIMARY KEY("org_id","device_key","at") INCLUDE ("in_bed","heart","breath","move","turn","wet")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "reading_minute" (
	"org_id" varchar(64) NOT NULL,
	"device_key" integer NOT NULL,
	"minute" timestamptz(3) NOT NULL,
	"oldman_id" varchar(64),
	"n" smallint NOT NULL,
	"in_bed_n" smallint NOT NULL,
	"heart_n" smallint NOT NULL,
	"heart_sum" integer NOT NULL,
	"heart_min" smallint,
	"heart_max" smallint,
	"breath_n" smallint NOT NULL,
	"breath_sum" integer NOT NULL,
	"breath_min" smallint,
	"breath_max" smallint,
	"turns" smallint NOT NULL,
	"big_moves" smallint NOT NULL,
	"exits" smallint NOT NULL,
	"wet" smallint NOT NULL,
	CONSTRAINT "reading_minute_pk" PRIMARY KEY("org_id","device_key","minute")
) PARTITION BY RANGE ("minute");
--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "device_id" varchar(64);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "room_id" varchar(64);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "user_id" varchar(64);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "dept_id" varchar(64);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "rule_id" varchar(64);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "level" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "urgency" integer DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "value" integer;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "threshold" integer;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "voice_times" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "map_id" varchar(64);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "x" real;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "y" real;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "start_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "repeats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "repeated_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "recovered_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "taken_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "taker_id" varchar(64);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "remark" text;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "rank" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "next_step_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "next_name" text;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "device_key" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "device_device_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "room_id" varchar(64);--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "user_id" varchar(64);--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "call_family" text;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "caller_type" text;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "tag_type" integer;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "interval_s" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "firmware" text;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "last_upgrade" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "clock_offset_s" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "bad_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "bad_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "bad_reason" text;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "remark" text;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_override" ADD CONSTRAINT "alarm_override_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_map" ADD CONSTRAINT "floor_map_building" FOREIGN KEY ("org_id","building_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rail" ADD CONSTRAINT "rail_map_fk" FOREIGN KEY ("org_id","map_id") REFERENCES "public"."floor_map"("org_id","map_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_step" ADD CONSTRAINT "alarm_step_record" FOREIGN KEY ("org_id","record_id") REFERENCES "public"."alarm_record"("org_id","record_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_state" ADD CONSTRAINT "device_state_device" FOREIGN KEY ("org_id","device_id") REFERENCES "public"."device"("org_id","device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_record" ADD CONSTRAINT "call_record_device" FOREIGN KEY ("org_id","device_id") REFERENCES "public"."device"("org_id","device_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_record" ADD CONSTRAINT "call_record_alarm" FOREIGN KEY ("org_id","call_id") REFERENCES "public"."alarm_record"("org_id","record_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "health_night" ADD CONSTRAINT "health_night_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rail_map" ON "rail" USING btree ("org_id","map_id");--> statement-breakpoint
CREATE INDEX "alarm_duty_of" ON "alarm_duty" USING btree ("org_id","dept_id","rank");--> statement-breakpoint
CREATE INDEX "alarm_step_of" ON "alarm_step" USING btree ("org_id","record_id","at");--> statement-breakpoint
CREATE INDEX "vms_outbox_list" ON "vms_outbox" USING btree ("org_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "vms_outbox_record" ON "vms_outbox" USING btree ("org_id","record_id");--> statement-breakpoint
CREATE UNIQUE INDEX "call_record_open" ON "call_record" USING btree ("org_id","device_id") WHERE clear_at is null;--> statement-breakpoint
CREATE INDEX "call_record_list" ON "call_record" USING btree ("org_id","family","call_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_record_device_list" ON "call_record" USING btree ("org_id","device_id","call_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_record_bed" ON "call_record" USING btree ("org_id","bed_id","call_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "health_night_day" ON "health_night" USING btree ("org_id","day","level");--> statement-breakpoint
CREATE INDEX "reading_minute_elder" ON "reading_minute" USING btree ("org_id","oldman_id","minute");--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_room_fk" FOREIGN KEY ("org_id","room_id") REFERENCES "public"."room"("org_id","room_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_record_source" ON "alarm_record" USING btree ("org_id","source","status","raised_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "alarm_record_elder" ON "alarm_record" USING btree ("org_id","oldman_id","raised_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "alarm_record_climbs" ON "alarm_record" USING btree ("next_step_at") WHERE status = 0 and next_step_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_room" ON "device" USING btree ("org_id","room_id","caller_type") WHERE room_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_elder" ON "device" USING btree ("org_id","oldman_id") WHERE oldman_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_staff" ON "device" USING btree ("org_id","user_id") WHERE user_id is not null;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_key" UNIQUE("org_id","device_key");--> statement-breakpoint
ALTER TABLE "alarm_record" ADD CONSTRAINT "alarm_record_closed" CHECK (("alarm_record"."status" = 0) = ("alarm_record"."handled_at" is null));--> statement-breakpoint
ALTER TABLE "alarm_record" ADD CONSTRAINT "alarm_record_times" CHECK ("alarm_record"."start_at" is null or "alarm_record"."start_at" <= "alarm_record"."raised_at");--> statement-breakpoint
ALTER TABLE "alarm_record" ADD CONSTRAINT "alarm_record_by_hand" CHECK ("alarm_record"."status" <> 4 or "alarm_record"."type" not in ('sos', 'manualAlarm'));--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_bound" CHECK (num_nonnulls("device"."bed_id", "device"."room_id", "device"."oldman_id", "device"."user_id") <= 1);--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_interval" CHECK ("device"."interval_s" between 1 and 3600);--> statement-breakpoint
-- Devices of earlier releases get the row that their readings are written to.
INSERT INTO "device_state" ("org_id", "device_id", "heard_at", "in_bed", "battery")
SELECT "org_id", "device_id", "last_at", "in_bed", "battery" FROM "device";
