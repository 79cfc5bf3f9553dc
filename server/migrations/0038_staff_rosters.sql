CREATE TABLE "attendance_close" (
	"org_id" varchar(64) NOT NULL,
	"close_id" varchar(64) NOT NULL,
	"month" text NOT NULL,
	"closed_at" timestamptz(3) DEFAULT now() NOT NULL,
	"closed_by" varchar(64) NOT NULL,
	"closed_name" text NOT NULL,
	"figures" jsonb NOT NULL,
	"asked_by" varchar(64),
	"asked_name" text,
	"asked_at" timestamptz(3),
	"ask_reason" text,
	"opened_by" varchar(64),
	"opened_name" text,
	"opened_at" timestamptz(3),
	CONSTRAINT "attendance_close_org_id_close_id_pk" PRIMARY KEY("org_id","close_id"),
	CONSTRAINT "attendance_close_month" CHECK ("attendance_close"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "attendance_close_asked" CHECK (("attendance_close"."asked_by" is null) = ("attendance_close"."asked_at" is null) and ("attendance_close"."asked_by" is null) = ("attendance_close"."ask_reason" is null)),
	CONSTRAINT "attendance_close_two" CHECK ("attendance_close"."opened_at" is null or ("attendance_close"."asked_by" is not null and "attendance_close"."opened_by" is not null and "attendance_close"."opened_by" <> "attendance_close"."asked_by"))
);
--> statement-breakpoint
CREATE TABLE "attendance_correction" (
	"org_id" varchar(64) NOT NULL,
	"correction_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"work_date" date NOT NULL,
	"part" smallint DEFAULT 0 NOT NULL,
	"side" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"reason" text NOT NULL,
	"files" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"asked_by" varchar(64) NOT NULL,
	"decided_by" varchar(64),
	"decided_name" text,
	"decided_at" timestamptz(3),
	"decide_note" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_correction_org_id_correction_id_pk" PRIMARY KEY("org_id","correction_id"),
	CONSTRAINT "attendance_correction_side" CHECK ("attendance_correction"."side" in ('ON', 'OFF') and "attendance_correction"."part" between 0 and 2),
	CONSTRAINT "attendance_correction_state" CHECK ("attendance_correction"."state" in ('WAITING', 'AGREED', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "attendance_correction_decided" CHECK ("attendance_correction"."state" not in ('AGREED', 'REFUSED') or ("attendance_correction"."decided_by" is not null and "attendance_correction"."decided_at" is not null)),
	CONSTRAINT "attendance_correction_other" CHECK ("attendance_correction"."decided_by" is distinct from "attendance_correction"."emp_id")
);
--> statement-breakpoint
CREATE TABLE "attendance_group" (
	"org_id" varchar(64) NOT NULL,
	"attendance_group_pk_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"dept_id" varchar(64),
	"pattern" jsonb NOT NULL,
	"holidays" boolean DEFAULT true NOT NULL,
	"photo" boolean DEFAULT false NOT NULL,
	"outside" boolean DEFAULT false NOT NULL,
	"effective_date" date NOT NULL,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_group_org_id_attendance_group_pk_id_pk" PRIMARY KEY("org_id","attendance_group_pk_id"),
	CONSTRAINT "attendance_group_name" UNIQUE("org_id","name"),
	CONSTRAINT "attendance_group_mode" CHECK ("attendance_group"."mode" in ('FIXED', 'ROSTER', 'FREE'))
);
--> statement-breakpoint
CREATE TABLE "attendance_holiday" (
	"org_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"state" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "attendance_holiday_org_id_day_pk" PRIMARY KEY("org_id","day"),
	CONSTRAINT "attendance_holiday_kind" CHECK ("attendance_holiday"."kind" in ('HOLIDAY', 'WORKDAY'))
);
--> statement-breakpoint
CREATE TABLE "attendance_leave" (
	"org_id" varchar(64) NOT NULL,
	"leave_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"from_at" timestamptz(3) NOT NULL,
	"to_at" timestamptz(3) NOT NULL,
	"reason" text NOT NULL,
	"place" text,
	"files" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"asked_by" varchar(64) NOT NULL,
	"decided_by" varchar(64),
	"decided_name" text,
	"decided_at" timestamptz(3),
	"decide_note" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_leave_org_id_leave_id_pk" PRIMARY KEY("org_id","leave_id"),
	CONSTRAINT "attendance_leave_period" CHECK ("attendance_leave"."to_at" > "attendance_leave"."from_at"),
	CONSTRAINT "attendance_leave_state" CHECK ("attendance_leave"."state" in ('WAITING', 'AGREED', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "attendance_leave_decided" CHECK ("attendance_leave"."state" not in ('AGREED', 'REFUSED') or ("attendance_leave"."decided_by" is not null and "attendance_leave"."decided_at" is not null)),
	CONSTRAINT "attendance_leave_other" CHECK ("attendance_leave"."decided_by" is distinct from "attendance_leave"."emp_id")
);
--> statement-breakpoint
CREATE TABLE "attendance_member" (
	"org_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date,
	"attendance_group_pk_id" varchar(64) NOT NULL,
	"team" text,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "attendance_member_org_id_emp_id_from_day_pk" PRIMARY KEY("org_id","emp_id","from_day"),
	CONSTRAINT "attendance_member_period" CHECK ("attendance_member"."to_day" > "attendance_member"."from_day")
);
--> statement-breakpoint
CREATE TABLE "attendance_place" (
	"org_id" varchar(64) NOT NULL,
	"place_id" varchar(64) NOT NULL,
	"attendance_group_pk_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"radius" integer,
	"network" text,
	"device_no" text,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "attendance_place_org_id_place_id_pk" PRIMARY KEY("org_id","place_id"),
	CONSTRAINT "attendance_place_kind" CHECK (("attendance_place"."kind" = 'RADIUS') = ("attendance_place"."lng" is not null and "attendance_place"."lat" is not null and "attendance_place"."radius" is not null)
        and ("attendance_place"."kind" = 'NETWORK') = ("attendance_place"."network" is not null) and ("attendance_place"."kind" = 'DEVICE') = ("attendance_place"."device_no" is not null)
        and "attendance_place"."kind" in ('RADIUS', 'NETWORK', 'DEVICE')),
	CONSTRAINT "attendance_place_radius" CHECK ("attendance_place"."radius" between 20 and 5000),
	CONSTRAINT "attendance_place_where" CHECK ("attendance_place"."lng" between -180 and 180 and "attendance_place"."lat" between -90 and 90)
);
--> statement-breakpoint
CREATE TABLE "attendance_record" (
	"org_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"work_date" date NOT NULL,
	"part" smallint NOT NULL,
	"dept_id" varchar(64),
	"attendance_group_pk_id" varchar(64),
	"shift_pk_id" varchar(64),
	"shift_name" text,
	"plan_on" timestamptz(3),
	"plan_off" timestamptz(3),
	"actual_on" timestamptz(3),
	"actual_off" timestamptz(3),
	"on_result" integer,
	"off_result" integer,
	"due" boolean DEFAULT false NOT NULL,
	"present" boolean DEFAULT false NOT NULL,
	"night" boolean DEFAULT false NOT NULL,
	"late_min" integer DEFAULT 0 NOT NULL,
	"early_min" integer DEFAULT 0 NOT NULL,
	"overtime_min" integer DEFAULT 0 NOT NULL,
	"worked_min" integer DEFAULT 0 NOT NULL,
	"leave_min" integer DEFAULT 0 NOT NULL,
	"leave_kind" text,
	"corrected" boolean DEFAULT false NOT NULL,
	"outside" boolean DEFAULT false NOT NULL,
	"remark" text,
	"reckoned_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_record_org_id_emp_id_work_date_part_pk" PRIMARY KEY("org_id","emp_id","work_date","part"),
	CONSTRAINT "attendance_record_part" CHECK ("attendance_record"."part" between 0 and 2),
	CONSTRAINT "attendance_record_minutes" CHECK ("attendance_record"."late_min" >= 0 and "attendance_record"."early_min" >= 0 and "attendance_record"."overtime_min" >= 0 and "attendance_record"."worked_min" >= 0 and "attendance_record"."leave_min" >= 0),
	CONSTRAINT "attendance_record_results" CHECK ("attendance_record"."on_result" between 0 and 8 and "attendance_record"."off_result" between 0 and 8)
);
--> statement-breakpoint
CREATE TABLE "attendance_setting" (
	"org_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_setting_org_id_name_pk" PRIMARY KEY("org_id","name")
);
--> statement-breakpoint
CREATE TABLE "attendance_shift" (
	"org_id" varchar(64) NOT NULL,
	"shift_pk_id" varchar(64) NOT NULL,
	"shift_name" text NOT NULL,
	"short_name" text NOT NULL,
	"tone" text NOT NULL,
	"work_period" jsonb NOT NULL,
	"start_minute" integer NOT NULL,
	"end_minute" integer NOT NULL,
	"work_minutes" integer NOT NULL,
	"rest_minutes" integer DEFAULT 0 NOT NULL,
	"open_before" integer NOT NULL,
	"close_after" integer NOT NULL,
	"late_grace" integer DEFAULT 0 NOT NULL,
	"early_grace" integer DEFAULT 0 NOT NULL,
	"absent_after" integer NOT NULL,
	"night" boolean DEFAULT false NOT NULL,
	"schedule_mode" integer,
	"is_enable" integer DEFAULT 0 NOT NULL,
	"remark" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_shift_org_id_shift_pk_id_pk" PRIMARY KEY("org_id","shift_pk_id"),
	CONSTRAINT "attendance_shift_name" UNIQUE("org_id","shift_name"),
	CONSTRAINT "attendance_shift_enable" CHECK ("attendance_shift"."is_enable" in (0, 1)),
	CONSTRAINT "attendance_shift_mode" CHECK ("attendance_shift"."schedule_mode" in (1, 2)),
	CONSTRAINT "attendance_shift_tone" CHECK ("attendance_shift"."tone" in ('day', 'late', 'night', 'office', 'other')),
	CONSTRAINT "attendance_shift_periods" CHECK (jsonb_array_length("attendance_shift"."work_period") between 1 and 3),
	CONSTRAINT "attendance_shift_span" CHECK ("attendance_shift"."start_minute" between 0 and 1439 and "attendance_shift"."end_minute" > "attendance_shift"."start_minute" and "attendance_shift"."end_minute" - "attendance_shift"."start_minute" <= 1440),
	CONSTRAINT "attendance_shift_work" CHECK ("attendance_shift"."rest_minutes" >= 0 and "attendance_shift"."work_minutes" > 0 and "attendance_shift"."work_minutes" + "attendance_shift"."rest_minutes" <= "attendance_shift"."end_minute" - "attendance_shift"."start_minute"),
	CONSTRAINT "attendance_shift_window" CHECK ("attendance_shift"."open_before" between 0 and 480 and "attendance_shift"."close_after" between 0 and 480),
	CONSTRAINT "attendance_shift_grace" CHECK ("attendance_shift"."late_grace" between 0 and 120 and "attendance_shift"."early_grace" between 0 and 120 and "attendance_shift"."absent_after" > "attendance_shift"."late_grace" and "attendance_shift"."absent_after" <= 480)
);
--> statement-breakpoint
CREATE TABLE "attendance_shift_place" (
	"org_id" varchar(64) NOT NULL,
	"shift_pk_id" varchar(64) NOT NULL,
	"place_id" varchar(64) NOT NULL,
	"bed_id" varchar(64),
	"room_id" varchar(64),
	CONSTRAINT "attendance_shift_place_org_id_shift_pk_id_place_id_pk" PRIMARY KEY("org_id","shift_pk_id","place_id"),
	CONSTRAINT "attendance_shift_place_one" CHECK ("attendance_shift_place"."place_id" = coalesce("attendance_shift_place"."bed_id", "attendance_shift_place"."room_id") and ("attendance_shift_place"."bed_id" is null) <> ("attendance_shift_place"."room_id" is null))
);
--> statement-breakpoint
CREATE TABLE "clock_punch" (
	"org_id" varchar(64) NOT NULL,
	"punch_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"said_at" text,
	"heard_at" timestamptz(3) DEFAULT now() NOT NULL,
	"source" text NOT NULL,
	"number" text NOT NULL,
	"place_id" varchar(64),
	"place_name" text,
	"device_no" text,
	"lng" double precision,
	"lat" double precision,
	"distance" integer,
	"ip" text,
	"outside" boolean DEFAULT false NOT NULL,
	"photo" text,
	"note" text,
	"correction_id" varchar(64),
	CONSTRAINT "clock_punch_org_id_punch_id_pk" PRIMARY KEY("org_id","punch_id"),
	CONSTRAINT "clock_punch_once" UNIQUE("org_id","number"),
	CONSTRAINT "clock_punch_source" CHECK ("clock_punch"."source" in ('DEVICE', 'PHONE', 'CORRECTION'))
);
--> statement-breakpoint
CREATE TABLE "roster_cell" (
	"org_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"kind" text,
	"shift_pk_id" varchar(64),
	"published_at" timestamptz(3),
	"published_name" text,
	"drafted" integer DEFAULT 0 NOT NULL,
	"draft_kind" text,
	"draft_shift_pk_id" varchar(64),
	"draft_by" varchar(64),
	"draft_name" text,
	"draft_at" timestamptz(3),
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "roster_cell_org_id_emp_id_day_pk" PRIMARY KEY("org_id","emp_id","day"),
	CONSTRAINT "roster_cell_kind" CHECK ("roster_cell"."kind" in ('SHIFT', 'REST', 'LEAVE', 'TRAIN')),
	CONSTRAINT "roster_cell_shift_of" CHECK (("roster_cell"."kind" is not distinct from 'SHIFT') = ("roster_cell"."shift_pk_id" is not null)),
	CONSTRAINT "roster_cell_draft_kind" CHECK ("roster_cell"."draft_kind" in ('SHIFT', 'REST', 'LEAVE', 'TRAIN')),
	CONSTRAINT "roster_cell_draft_of" CHECK (("roster_cell"."draft_kind" is not distinct from 'SHIFT') = ("roster_cell"."draft_shift_pk_id" is not null)),
	CONSTRAINT "roster_cell_drafted" CHECK ("roster_cell"."drafted" = 1 or ("roster_cell"."drafted" = 0 and "roster_cell"."draft_kind" is null))
);
--> statement-breakpoint
CREATE TABLE "roster_change" (
	"org_id" varchar(64) NOT NULL,
	"change_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"from_kind" text,
	"from_shift_pk_id" varchar(64),
	"to_kind" text,
	"to_shift_pk_id" varchar(64),
	"cause" text NOT NULL,
	"user_id" varchar(64),
	"user_name" text NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "roster_change_org_id_change_id_pk" PRIMARY KEY("org_id","change_id"),
	CONSTRAINT "roster_change_cause" CHECK ("roster_change"."cause" in ('PUBLISH', 'EXCHANGE', 'LEAVE', 'LEFT'))
);
--> statement-breakpoint
CREATE TABLE "roster_need" (
	"org_id" varchar(64) NOT NULL,
	"need_id" varchar(64) NOT NULL,
	"dept_id" varchar(64) NOT NULL,
	"shift_pk_id" varchar(64) NOT NULL,
	"days" text DEFAULT 'ALL' NOT NULL,
	"people" integer NOT NULL,
	"certified" integer DEFAULT 0 NOT NULL,
	"certificate" text,
	"job_ids" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "roster_need_org_id_need_id_pk" PRIMARY KEY("org_id","need_id"),
	CONSTRAINT "roster_need_one" UNIQUE("org_id","dept_id","shift_pk_id","days"),
	CONSTRAINT "roster_need_days" CHECK ("roster_need"."days" in ('ALL', 'WORK', 'OFF')),
	CONSTRAINT "roster_need_people" CHECK ("roster_need"."people" between 1 and 200 and "roster_need"."certified" between 0 and "roster_need"."people"),
	CONSTRAINT "roster_need_certificate" CHECK (("roster_need"."certified" > 0) = ("roster_need"."certificate" is not null))
);
--> statement-breakpoint
CREATE TABLE "roster_pattern" (
	"org_id" varchar(64) NOT NULL,
	"pattern_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "roster_pattern_org_id_pattern_id_pk" PRIMARY KEY("org_id","pattern_id"),
	CONSTRAINT "roster_pattern_name" UNIQUE("org_id","name"),
	CONSTRAINT "roster_pattern_steps" CHECK (jsonb_array_length("roster_pattern"."steps") between 2 and 31)
);
--> statement-breakpoint
CREATE TABLE "shift_exchange" (
	"org_id" varchar(64) NOT NULL,
	"exchange_id" varchar(64) NOT NULL,
	"applicant_id" varchar(64) NOT NULL,
	"partner_id" varchar(64) NOT NULL,
	"applicant_day" date NOT NULL,
	"partner_day" date NOT NULL,
	"asked" jsonb NOT NULL,
	"done" jsonb,
	"reason" text NOT NULL,
	"state" text DEFAULT 'WAIT_PARTNER' NOT NULL,
	"partner_at" timestamptz(3),
	"decided_by" varchar(64),
	"decided_name" text,
	"decided_at" timestamptz(3),
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "shift_exchange_org_id_exchange_id_pk" PRIMARY KEY("org_id","exchange_id"),
	CONSTRAINT "shift_exchange_two" CHECK ("shift_exchange"."applicant_id" <> "shift_exchange"."partner_id"),
	CONSTRAINT "shift_exchange_state" CHECK ("shift_exchange"."state" in ('WAIT_PARTNER', 'WAIT_AUDIT', 'AGREED', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "shift_exchange_done" CHECK (("shift_exchange"."state" = 'AGREED') = ("shift_exchange"."done" is not null)),
	CONSTRAINT "shift_exchange_other" CHECK ("shift_exchange"."decided_by" is null or "shift_exchange"."state" <> 'AGREED' or "shift_exchange"."decided_by" <> "shift_exchange"."applicant_id")
);
--> statement-breakpoint
CREATE TABLE "staff_certificate" (
	"org_id" varchar(64) NOT NULL,
	"certificate_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"number" text,
	"level" text,
	"issuer" text,
	"issued_on" date,
	"valid_to" date,
	"files" text[] DEFAULT '{}' NOT NULL,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "staff_certificate_org_id_certificate_id_pk" PRIMARY KEY("org_id","certificate_id"),
	CONSTRAINT "staff_certificate_kind" CHECK ("staff_certificate"."kind" in ('HEALTH', 'NURSE', 'DOCTOR', 'CARER', 'FIRE', 'SPECIAL', 'ELECTRICIAN', 'FIRST_AID', 'FOOD', 'NO_CRIME', 'OTHER')),
	CONSTRAINT "staff_certificate_period" CHECK ("staff_certificate"."valid_to" >= "staff_certificate"."issued_on")
);
--> statement-breakpoint
CREATE TABLE "staff_charge" (
	"org_id" varchar(64) NOT NULL,
	"charge_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64),
	"bed_id" varchar(64),
	"from_day" date NOT NULL,
	"to_day" date,
	"created_by" varchar(64),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "staff_charge_org_id_charge_id_pk" PRIMARY KEY("org_id","charge_id"),
	CONSTRAINT "staff_charge_one" CHECK (("staff_charge"."oldman_id" is null) <> ("staff_charge"."bed_id" is null)),
	CONSTRAINT "staff_charge_period" CHECK ("staff_charge"."to_day" >= "staff_charge"."from_day")
);
--> statement-breakpoint
CREATE TABLE "staff_contract" (
	"org_id" varchar(64) NOT NULL,
	"contract_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"number" text,
	"start_date" date NOT NULL,
	"end_date" date,
	"files" text[] DEFAULT '{}' NOT NULL,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "staff_contract_org_id_contract_id_pk" PRIMARY KEY("org_id","contract_id"),
	CONSTRAINT "staff_contract_kind" CHECK ("staff_contract"."kind" in ('FIXED', 'OPEN', 'LABOUR', 'REHIRED', 'INTERN')),
	CONSTRAINT "staff_contract_period" CHECK ("staff_contract"."end_date" >= "staff_contract"."start_date"),
	CONSTRAINT "staff_contract_open" CHECK (("staff_contract"."kind" = 'OPEN') = ("staff_contract"."end_date" is null))
);
--> statement-breakpoint
CREATE TABLE "staff_file" (
	"org_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"id_no" text,
	"birthday" date,
	"education" text,
	"native_place" text,
	"address" text,
	"contact_name" text,
	"contact_phone" text,
	"contact_relation" text,
	"hire_date" date,
	"probation_end" date,
	"skills" text[] DEFAULT '{}' NOT NULL,
	"no_night_from" date,
	"no_night_to" date,
	"no_night_reason" text,
	"left_on" date,
	"left_reason" text,
	"left_note" text,
	"handed_to" varchar(64),
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "staff_file_org_id_emp_id_pk" PRIMARY KEY("org_id","emp_id"),
	CONSTRAINT "staff_file_night" CHECK (("staff_file"."no_night_from" is null) = ("staff_file"."no_night_to" is null) and "staff_file"."no_night_from" <= "staff_file"."no_night_to"),
	CONSTRAINT "staff_file_left" CHECK (("staff_file"."left_on" is null) = ("staff_file"."left_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "training" (
	"org_id" varchar(64) NOT NULL,
	"training_id" varchar(64) NOT NULL,
	"dept_id" varchar(64),
	"type" integer NOT NULL,
	"title" text NOT NULL,
	"start_at" timestamptz(3) NOT NULL,
	"end_at" timestamptz(3) NOT NULL,
	"credit_tenths" integer NOT NULL,
	"place" text,
	"teacher" text,
	"content" text,
	"files" text[] DEFAULT '{}' NOT NULL,
	"pass_score" integer,
	"certificate" text,
	"state" text DEFAULT 'PLANNED' NOT NULL,
	"cancel_reason" text,
	"sign_secret" text,
	"created_by" varchar(64),
	"created_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "training_org_id_training_id_pk" PRIMARY KEY("org_id","training_id"),
	CONSTRAINT "training_type" CHECK ("training"."type" between 1 and 9),
	CONSTRAINT "training_state" CHECK ("training"."state" in ('PLANNED', 'RUNNING', 'DONE', 'CANCELLED')),
	CONSTRAINT "training_period" CHECK ("training"."end_at" > "training"."start_at"),
	CONSTRAINT "training_credit" CHECK ("training"."credit_tenths" between 1 and 1000),
	CONSTRAINT "training_pass" CHECK ("training"."pass_score" between 0 and 100),
	CONSTRAINT "training_cancelled" CHECK (("training"."state" = 'CANCELLED') = ("training"."cancel_reason" is not null)),
	CONSTRAINT "training_title" CHECK (btrim("training"."title") <> '')
);
--> statement-breakpoint
CREATE TABLE "training_due" (
	"org_id" varchar(64) NOT NULL,
	"emp_type" text NOT NULL,
	"hours" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "training_due_org_id_emp_type_pk" PRIMARY KEY("org_id","emp_type"),
	CONSTRAINT "training_due_hours" CHECK ("training_due"."hours" between 0 and 2000)
);
--> statement-breakpoint
CREATE TABLE "training_person" (
	"org_id" varchar(64) NOT NULL,
	"training_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"emp_name" text NOT NULL,
	"signed_at" timestamptz(3),
	"sign_way" text,
	"signed_by" varchar(64),
	"score" integer,
	"passed" boolean,
	"certificate_no" text,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "training_person_org_id_training_id_emp_id_pk" PRIMARY KEY("org_id","training_id","emp_id"),
	CONSTRAINT "training_person_way" CHECK ("training_person"."sign_way" in ('LIST', 'CODE')),
	CONSTRAINT "training_person_signed" CHECK (("training_person"."signed_at" is null) = ("training_person"."sign_way" is null)),
	CONSTRAINT "training_person_score" CHECK ("training_person"."score" between 0 and 100),
	CONSTRAINT "training_person_passed" CHECK ("training_person"."signed_at" is not null or ("training_person"."score" is null and "training_person"."passed" is not true))
);
--> statement-breakpoint
ALTER TABLE "attendance_correction" ADD CONSTRAINT "attendance_correction_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_group" ADD CONSTRAINT "attendance_group_dept" FOREIGN KEY ("org_id","dept_id") REFERENCES "public"."dept"("org_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_leave" ADD CONSTRAINT "attendance_leave_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_member" ADD CONSTRAINT "attendance_member_group" FOREIGN KEY ("org_id","attendance_group_pk_id") REFERENCES "public"."attendance_group"("org_id","attendance_group_pk_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_member" ADD CONSTRAINT "attendance_member_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_place" ADD CONSTRAINT "attendance_place_group" FOREIGN KEY ("org_id","attendance_group_pk_id") REFERENCES "public"."attendance_group"("org_id","attendance_group_pk_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_record" ADD CONSTRAINT "attendance_record_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_shift_place" ADD CONSTRAINT "attendance_shift_place_shift" FOREIGN KEY ("org_id","shift_pk_id") REFERENCES "public"."attendance_shift"("org_id","shift_pk_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_shift_place" ADD CONSTRAINT "attendance_shift_place_bed" FOREIGN KEY ("org_id","bed_id") REFERENCES "public"."bed"("org_id","bed_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_shift_place" ADD CONSTRAINT "attendance_shift_place_room" FOREIGN KEY ("org_id","room_id") REFERENCES "public"."room"("org_id","room_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clock_punch" ADD CONSTRAINT "clock_punch_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_cell" ADD CONSTRAINT "roster_cell_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_cell" ADD CONSTRAINT "roster_cell_of_shift" FOREIGN KEY ("org_id","shift_pk_id") REFERENCES "public"."attendance_shift"("org_id","shift_pk_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_cell" ADD CONSTRAINT "roster_cell_draft_shift" FOREIGN KEY ("org_id","draft_shift_pk_id") REFERENCES "public"."attendance_shift"("org_id","shift_pk_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_change" ADD CONSTRAINT "roster_change_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_need" ADD CONSTRAINT "roster_need_dept" FOREIGN KEY ("org_id","dept_id") REFERENCES "public"."dept"("org_id","dept_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_need" ADD CONSTRAINT "roster_need_shift" FOREIGN KEY ("org_id","shift_pk_id") REFERENCES "public"."attendance_shift"("org_id","shift_pk_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_exchange" ADD CONSTRAINT "shift_exchange_applicant" FOREIGN KEY ("org_id","applicant_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_exchange" ADD CONSTRAINT "shift_exchange_of_partner" FOREIGN KEY ("org_id","partner_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_certificate" ADD CONSTRAINT "staff_certificate_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_charge" ADD CONSTRAINT "staff_charge_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_contract" ADD CONSTRAINT "staff_contract_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_file" ADD CONSTRAINT "staff_file_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_person" ADD CONSTRAINT "training_person_training" FOREIGN KEY ("org_id","training_id") REFERENCES "public"."training"("org_id","training_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_person" ADD CONSTRAINT "training_person_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_close_one" ON "attendance_close" USING btree ("org_id","month") WHERE opened_at is null;--> statement-breakpoint
CREATE INDEX "attendance_correction_of" ON "attendance_correction" USING btree ("org_id","emp_id","work_date");--> statement-breakpoint
CREATE INDEX "attendance_correction_list" ON "attendance_correction" USING btree ("org_id","created_at" DESC NULLS LAST,"correction_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_correction_one" ON "attendance_correction" USING btree ("org_id","emp_id","work_date","part","side") WHERE state = 'WAITING';--> statement-breakpoint
CREATE INDEX "attendance_leave_of" ON "attendance_leave" USING btree ("org_id","emp_id","from_at");--> statement-breakpoint
CREATE INDEX "attendance_leave_list" ON "attendance_leave" USING btree ("org_id","created_at" DESC NULLS LAST,"leave_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "attendance_member_of" ON "attendance_member" USING btree ("org_id","attendance_group_pk_id","from_day");--> statement-breakpoint
CREATE INDEX "attendance_place_of" ON "attendance_place" USING btree ("org_id","attendance_group_pk_id");--> statement-breakpoint
CREATE INDEX "attendance_record_day" ON "attendance_record" USING btree ("org_id","work_date","emp_id");--> statement-breakpoint
CREATE INDEX "clock_punch_of" ON "clock_punch" USING btree ("org_id","emp_id","at");--> statement-breakpoint
CREATE INDEX "clock_punch_day" ON "clock_punch" USING btree ("org_id","at");--> statement-breakpoint
CREATE INDEX "roster_cell_day" ON "roster_cell" USING btree ("org_id","day","emp_id");--> statement-breakpoint
CREATE INDEX "roster_cell_draft" ON "roster_cell" USING btree ("org_id","day") WHERE drafted = 1;--> statement-breakpoint
CREATE INDEX "roster_cell_shift" ON "roster_cell" USING btree ("org_id","shift_pk_id","day");--> statement-breakpoint
CREATE INDEX "roster_change_of" ON "roster_change" USING btree ("org_id","emp_id","day","at");--> statement-breakpoint
CREATE INDEX "shift_exchange_list" ON "shift_exchange" USING btree ("org_id","created_at" DESC NULLS LAST,"exchange_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "shift_exchange_partner" ON "shift_exchange" USING btree ("org_id","partner_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "shift_exchange_asks" ON "shift_exchange" USING btree ("org_id","applicant_id","applicant_day") WHERE state in ('WAIT_PARTNER', 'WAIT_AUDIT');--> statement-breakpoint
CREATE INDEX "staff_certificate_of" ON "staff_certificate" USING btree ("org_id","emp_id","kind","valid_to");--> statement-breakpoint
CREATE INDEX "staff_certificate_expiry" ON "staff_certificate" USING btree ("org_id","valid_to") WHERE valid_to is not null;--> statement-breakpoint
CREATE INDEX "staff_charge_of" ON "staff_charge" USING btree ("org_id","emp_id","from_day");--> statement-breakpoint
CREATE INDEX "staff_contract_of" ON "staff_contract" USING btree ("org_id","emp_id","start_date");--> statement-breakpoint
CREATE INDEX "training_list" ON "training" USING btree ("org_id","start_at" DESC NULLS LAST,"training_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "training_person_of" ON "training_person" USING btree ("org_id","emp_id");--> statement-breakpoint
-- by hand
-- One contract, one group and one leave at a time; an elder or a bed is in one person's care.
ALTER TABLE "staff_contract" ADD CONSTRAINT "staff_contract_once" EXCLUDE USING gist ("org_id" WITH =, "emp_id" WITH =,
  daterange("start_date", "end_date", '[]') WITH &&);--> statement-breakpoint
ALTER TABLE "staff_charge" ADD CONSTRAINT "staff_charge_elder" EXCLUDE USING gist ("org_id" WITH =, "oldman_id" WITH =,
  daterange("from_day", "to_day") WITH &&) WHERE ("oldman_id" IS NOT NULL);--> statement-breakpoint
ALTER TABLE "staff_charge" ADD CONSTRAINT "staff_charge_bed" EXCLUDE USING gist ("org_id" WITH =, "bed_id" WITH =,
  daterange("from_day", "to_day") WITH &&) WHERE ("bed_id" IS NOT NULL);--> statement-breakpoint
ALTER TABLE "staff_charge" ADD CONSTRAINT "staff_charge_oldman" FOREIGN KEY ("org_id", "oldman_id") REFERENCES "oldman"("org_id", "oldman_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "staff_charge" ADD CONSTRAINT "staff_charge_of_bed" FOREIGN KEY ("org_id", "bed_id") REFERENCES "bed"("org_id", "bed_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "attendance_member" ADD CONSTRAINT "attendance_member_once" EXCLUDE USING gist ("org_id" WITH =, "emp_id" WITH =,
  daterange("from_day", "to_day") WITH &&);--> statement-breakpoint
ALTER TABLE "attendance_leave" ADD CONSTRAINT "attendance_leave_once" EXCLUDE USING gist ("org_id" WITH =, "emp_id" WITH =,
  tstzrange("from_at", "to_at") WITH &&) WHERE ("state" IN ('WAITING', 'AGREED'));--> statement-breakpoint
SELECT hold_files('administration.staffContract', 'staff_contract', 'contract_id', 'files');--> statement-breakpoint
SELECT hold_files('administration.staffCertificate', 'staff_certificate', 'certificate_id', 'files');--> statement-breakpoint
SELECT hold_files('administration.training', 'training', 'training_id', 'files');--> statement-breakpoint
SELECT hold_files('administration.attendanceLeave', 'attendance_leave', 'leave_id', 'files');--> statement-breakpoint
SELECT hold_files('administration.attendanceCorrection', 'attendance_correction', 'correction_id', 'files');--> statement-breakpoint
SELECT hold_files('administration.clockPunch', 'clock_punch', 'punch_id', 'photo');--> statement-breakpoint
-- What was clocked and what was published otherwise stays as it came; both go with the account alone.
CREATE FUNCTION clock_punch_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM account a WHERE a.org_id = OLD.org_id AND a.user_id = OLD.emp_id) THEN
    PERFORM refuse_rule('clock_punch_stays', 'what was clocked stays as it was');
  END IF;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER clock_punch_stays BEFORE UPDATE OR DELETE ON clock_punch FOR EACH ROW EXECUTE FUNCTION clock_punch_stays();--> statement-breakpoint
CREATE FUNCTION roster_change_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM account a WHERE a.org_id = OLD.org_id AND a.user_id = OLD.emp_id) THEN
    PERFORM refuse_rule('roster_change_stays', 'what was published stays written');
  END IF;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER roster_change_stays BEFORE UPDATE OR DELETE ON roster_change FOR EACH ROW EXECUTE FUNCTION roster_change_stays();--> statement-breakpoint
-- A closed month stays. Closing takes the lock of the month alone, writers share it: what is being written is in the figures
-- of the close, or comes after it and is refused.
CREATE FUNCTION attendance_month_lock(org varchar, month text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('attendance ' || org || ' ' || month, 0)
$$;--> statement-breakpoint
CREATE FUNCTION attendance_closed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  org varchar := CASE TG_OP WHEN 'DELETE' THEN OLD.org_id ELSE NEW.org_id END;
  of_month text := to_char(CASE TG_OP WHEN 'DELETE' THEN OLD.work_date ELSE NEW.work_date END, 'YYYY-MM');
BEGIN
  PERFORM pg_advisory_xact_lock_shared(attendance_month_lock(org, of_month));
  IF EXISTS (SELECT FROM attendance_close c WHERE c.org_id = org AND c.month = of_month AND c.opened_at IS NULL) THEN
    PERFORM refuse_rule('attendance_closed', 'the month ' || of_month || ' is closed');
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;--> statement-breakpoint
CREATE TRIGGER attendance_closed BEFORE INSERT OR UPDATE OR DELETE ON attendance_record FOR EACH ROW EXECUTE FUNCTION attendance_closed();--> statement-breakpoint
CREATE TRIGGER attendance_closed BEFORE INSERT OR UPDATE ON attendance_correction FOR EACH ROW WHEN (NEW.state IN ('WAITING', 'AGREED')) EXECUTE FUNCTION attendance_closed();--> statement-breakpoint
-- A closed month is opened by two, and only once.
CREATE FUNCTION attendance_close_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.opened_at IS NOT NULL OR NEW.month <> OLD.month OR NEW.closed_at <> OLD.closed_at OR NEW.figures <> OLD.figures THEN
    PERFORM refuse_rule('attendance_close_stays', 'what was closed stays written');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER attendance_close_stays BEFORE UPDATE OR DELETE ON attendance_close FOR EACH ROW EXECUTE FUNCTION attendance_close_stays();--> statement-breakpoint
-- The moves of what is asked for.
CREATE FUNCTION asked_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'WAITING' THEN NEW.state IN ('AGREED', 'REFUSED', 'WITHDRAWN')
    WHEN 'AGREED' THEN NEW.state = 'WITHDRAWN'
    WHEN 'WAIT_PARTNER' THEN NEW.state IN ('WAIT_AUDIT', 'REFUSED', 'WITHDRAWN')
    WHEN 'WAIT_AUDIT' THEN NEW.state IN ('AGREED', 'REFUSED', 'WITHDRAWN')
    ELSE false END) OR (TG_TABLE_NAME = 'shift_exchange' AND OLD.state = 'AGREED' AND NEW.state <> OLD.state) THEN
    PERFORM refuse_rule('asked_moves', TG_TABLE_NAME || ' goes not from ' || OLD.state || ' to ' || NEW.state);
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER asked_moves BEFORE UPDATE ON attendance_leave FOR EACH ROW EXECUTE FUNCTION asked_moves();--> statement-breakpoint
CREATE TRIGGER asked_moves BEFORE UPDATE ON attendance_correction FOR EACH ROW EXECUTE FUNCTION asked_moves();--> statement-breakpoint
CREATE TRIGGER asked_moves BEFORE UPDATE ON shift_exchange FOR EACH ROW EXECUTE FUNCTION asked_moves();--> statement-breakpoint
SELECT figures_read(name, 'own') FROM unnest(ARRAY['attendance_leave', 'attendance_correction', 'shift_exchange', 'staff_certificate', 'staff_contract', 'training', 'training_person']) AS name;
