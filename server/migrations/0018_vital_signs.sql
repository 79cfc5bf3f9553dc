CREATE TABLE "vital_alert" (
	"org_id" varchar(64) NOT NULL,
	"alert_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"sign_id" varchar(64),
	"grade" text NOT NULL,
	"judged" jsonb NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"opened_at" timestamptz(3) DEFAULT now() NOT NULL,
	"recheck_by" timestamptz(3),
	"rechecked_at" timestamptz(3),
	"note" text,
	"answered_by" varchar(64),
	"answered_name" text,
	"answered_at" timestamptz(3),
	"closed_at" timestamptz(3),
	"closed_why" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vital_alert_org_id_alert_id_pk" PRIMARY KEY("org_id","alert_id"),
	CONSTRAINT "vital_alert_grade" CHECK ("vital_alert"."grade" in ('yellow', 'red')),
	CONSTRAINT "vital_alert_state" CHECK ("vital_alert"."state" in ('OPEN', 'ANSWERED', 'CLOSED')),
	CONSTRAINT "vital_alert_closed" CHECK (("vital_alert"."state" = 'CLOSED') = ("vital_alert"."closed_at" is not null)),
	CONSTRAINT "vital_alert_answered" CHECK (("vital_alert"."note" is null) = ("vital_alert"."answered_at" is null)),
	CONSTRAINT "vital_alert_waits" CHECK ("vital_alert"."state" <> 'ANSWERED' or "vital_alert"."note" is not null)
);
--> statement-breakpoint
CREATE TABLE "vital_limit" (
	"org_id" varchar(64) NOT NULL,
	"limit_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64),
	"part" text NOT NULL,
	"red_low" numeric(6, 1),
	"low" numeric(6, 1),
	"high" numeric(6, 1),
	"red_high" numeric(6, 1),
	"reason" text,
	"user_name" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"ended_at" timestamptz(3),
	"ended_by" text,
	CONSTRAINT "vital_limit_org_id_limit_id_pk" PRIMARY KEY("org_id","limit_id"),
	CONSTRAINT "vital_limit_some" CHECK (num_nonnulls("vital_limit"."red_low", "vital_limit"."low", "vital_limit"."high", "vital_limit"."red_high") > 0)
);
--> statement-breakpoint
CREATE TABLE "vital_sign" (
	"org_id" varchar(64) NOT NULL,
	"sign_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"measured_at" timestamptz(3) NOT NULL,
	"temperature" numeric(3, 1),
	"site" text,
	"pulse" smallint,
	"breathing" smallint,
	"systolic" smallint,
	"diastolic" smallint,
	"arm" text,
	"oxygen" smallint,
	"glucose" numeric(3, 1),
	"glucose_timing" text,
	"weight" numeric(4, 1),
	"pain" smallint,
	"intake" integer,
	"intake_kind" text,
	"output" integer,
	"output_kind" text,
	"stool" smallint,
	"stool_shape" text,
	"source" text NOT NULL,
	"device_id" varchar(64),
	"device_no" text,
	"message_no" text,
	"worker_id" varchar(64),
	"worker_name" text,
	"remark" text,
	"grade" text NOT NULL,
	"judged" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"removed_at" timestamptz(3),
	"removed_by" text,
	"removed_why" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "vital_sign_org_id_sign_id_pk" PRIMARY KEY("org_id","sign_id"),
	CONSTRAINT "vital_sign_temperature" CHECK ("vital_sign"."temperature" between 30 and 45),
	CONSTRAINT "vital_sign_pulse" CHECK ("vital_sign"."pulse" between 20 and 250),
	CONSTRAINT "vital_sign_breathing" CHECK ("vital_sign"."breathing" between 5 and 60),
	CONSTRAINT "vital_sign_pressure" CHECK (("vital_sign"."systolic" is null) = ("vital_sign"."diastolic" is null) and "vital_sign"."systolic" between 40 and 280 and "vital_sign"."diastolic" between 20 and 180 and "vital_sign"."diastolic" < "vital_sign"."systolic"),
	CONSTRAINT "vital_sign_oxygen" CHECK ("vital_sign"."oxygen" between 50 and 100),
	CONSTRAINT "vital_sign_glucose" CHECK ("vital_sign"."glucose" between 1 and 40 and "vital_sign"."glucose_timing" in ('fasting', 'after', 'bedtime', 'random')),
	CONSTRAINT "vital_sign_timed" CHECK ("vital_sign"."glucose" is null or "vital_sign"."glucose_timing" is not null),
	CONSTRAINT "vital_sign_weight" CHECK ("vital_sign"."weight" between 20 and 250),
	CONSTRAINT "vital_sign_pain" CHECK ("vital_sign"."pain" between 0 and 10),
	CONSTRAINT "vital_sign_intake" CHECK ("vital_sign"."intake" between 1 and 5000),
	CONSTRAINT "vital_sign_output" CHECK ("vital_sign"."output" between 1 and 5000),
	CONSTRAINT "vital_sign_stool" CHECK ("vital_sign"."stool" between 0 and 30),
	CONSTRAINT "vital_sign_source" CHECK ("vital_sign"."source" in ('entered', 'table', 'device', 'care')),
	CONSTRAINT "vital_sign_grade" CHECK ("vital_sign"."grade" in ('normal', 'yellow', 'red')),
	CONSTRAINT "vital_sign_something" CHECK (num_nonnulls("vital_sign"."temperature", "vital_sign"."pulse", "vital_sign"."breathing", "vital_sign"."systolic", "vital_sign"."oxygen", "vital_sign"."glucose", "vital_sign"."weight", "vital_sign"."pain", "vital_sign"."intake", "vital_sign"."output", "vital_sign"."stool") > 0),
	CONSTRAINT "vital_sign_removed" CHECK (("vital_sign"."removed_at" is null) = ("vital_sign"."removed_why" is null)),
	CONSTRAINT "vital_sign_not_ahead" CHECK ("vital_sign"."measured_at" <= "vital_sign"."created_at" + interval '10 minutes')
);
--> statement-breakpoint
ALTER TABLE "device" DROP CONSTRAINT "device_kind";--> statement-breakpoint
DROP INDEX "device_elder";--> statement-breakpoint
ALTER TABLE "vital_alert" ADD CONSTRAINT "vital_alert_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vital_alert" ADD CONSTRAINT "vital_alert_of_sign" FOREIGN KEY ("org_id","sign_id") REFERENCES "public"."vital_sign"("org_id","sign_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vital_limit" ADD CONSTRAINT "vital_limit_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vital_sign" ADD CONSTRAINT "vital_sign_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "vital_alert_one" ON "vital_alert" USING btree ("org_id","oldman_id") WHERE state <> 'CLOSED';--> statement-breakpoint
CREATE INDEX "vital_alert_of" ON "vital_alert" USING btree ("org_id","opened_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "vital_alert_sign" ON "vital_alert" USING btree ("org_id","sign_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vital_limit_one" ON "vital_limit" USING btree ("org_id",coalesce(oldman_id, ''),"part") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "vital_sign_of" ON "vital_sign" USING btree ("org_id","oldman_id","measured_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "vital_sign_day" ON "vital_sign" USING btree ("org_id","measured_at" DESC NULLS FIRST,"oldman_id");--> statement-breakpoint
CREATE INDEX "vital_sign_rare" ON "vital_sign" USING btree ("org_id","oldman_id","measured_at") WHERE weight is not null or stool is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "vital_sign_message" ON "vital_sign" USING btree ("org_id","device_id","message_no") WHERE message_no is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_elder" ON "device" USING btree ("org_id","oldman_id") WHERE oldman_id is not null and kind <> 'SIGN';--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_kind" CHECK ("device"."kind" in ('MATTRESS', 'CALL', 'TAG', 'SIGN'));--> statement-breakpoint
-- by hand
SELECT figures_read('vital_alert', 'own');
