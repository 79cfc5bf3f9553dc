CREATE TABLE "care_execution" (
	"org_id" varchar(64) NOT NULL,
	"execution_id" varchar(64) NOT NULL,
	"plan_time" timestamptz(3) NOT NULL,
	"task_id" varchar(64),
	"oldman_id" varchar(64) NOT NULL,
	"project_id" varchar(64) NOT NULL,
	"result" text NOT NULL,
	"start_at" timestamptz(3),
	"done_at" timestamptz(3) NOT NULL,
	"recorded_at" timestamptz(3) DEFAULT now() NOT NULL,
	"worker_id" varchar(64) NOT NULL,
	"terminal" text DEFAULT 'console' NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	"late_reason" text,
	"refuse_reason" text,
	"together_no" varchar(64),
	"evaluation" smallint,
	"remark" text,
	"photos" text[],
	"scanned" text,
	"sign_id" varchar(64),
	"charge_id" varchar(64),
	"taken_back_at" timestamptz(3),
	"taken_back_by" varchar(64),
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "care_execution_org_id_execution_id_plan_time_pk" PRIMARY KEY("org_id","execution_id","plan_time"),
	CONSTRAINT "care_execution_result" CHECK ("care_execution"."result" in ('done', 'refused', 'out', 'hospital')),
	CONSTRAINT "care_execution_terminal" CHECK ("care_execution"."terminal" in ('console', 'bedside', 'device')),
	CONSTRAINT "care_execution_late" CHECK ("care_execution"."late" = ("care_execution"."late_reason" is not null)),
	CONSTRAINT "care_execution_refused" CHECK ("care_execution"."result" <> 'refused' or btrim(coalesce("care_execution"."refuse_reason", '')) <> ''),
	CONSTRAINT "care_execution_times" CHECK ("care_execution"."done_at" <= "care_execution"."recorded_at" and "care_execution"."start_at" <= "care_execution"."done_at"),
	CONSTRAINT "care_execution_evaluation" CHECK ("care_execution"."evaluation" between 1 and 5),
	CONSTRAINT "care_execution_taken_back" CHECK (("care_execution"."taken_back_at" is null) = ("care_execution"."taken_back_by" is null))
) PARTITION BY RANGE ("plan_time");
--> statement-breakpoint
CREATE TABLE "care_plan" (
	"org_id" varchar(64) NOT NULL,
	"plan_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"level_id" varchar(64) NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" varchar(64),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "care_plan_org_id_plan_id_pk" PRIMARY KEY("org_id","plan_id"),
	CONSTRAINT "care_plan_state" CHECK ("care_plan"."state" in ('DRAFT', 'ON', 'OFF', 'ENDED')),
	CONSTRAINT "care_plan_days" CHECK ("care_plan"."end_date" is null or "care_plan"."end_date" >= "care_plan"."start_date"),
	CONSTRAINT "care_plan_ended" CHECK ("care_plan"."state" <> 'ENDED' or "care_plan"."end_date" is not null)
);
--> statement-breakpoint
CREATE TABLE "care_plan_item" (
	"org_id" varchar(64) NOT NULL,
	"item_id" varchar(64) NOT NULL,
	"plan_id" varchar(64) NOT NULL,
	"project_id" varchar(64) NOT NULL,
	"unit" integer NOT NULL,
	"times" smallint NOT NULL,
	"clocks" text[] DEFAULT '{}' NOT NULL,
	"days" smallint[] DEFAULT '{}' NOT NULL,
	"from_clock" text,
	"to_clock" text,
	"worker_id" varchar(64),
	"remark" text,
	"active" boolean DEFAULT true NOT NULL,
	"since" timestamptz(3) DEFAULT now() NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "care_plan_item_org_id_item_id_pk" PRIMARY KEY("org_id","item_id"),
	CONSTRAINT "care_plan_item_project" UNIQUE("org_id","plan_id","project_id"),
	CONSTRAINT "care_plan_item_frequency" CHECK (case "care_plan_item"."unit"
  when 1 then cardinality("care_plan_item"."clocks") in (0, "care_plan_item"."times") and "care_plan_item"."days" = '{}'
  when 2 then cardinality("care_plan_item"."days") = "care_plan_item"."times" and cardinality("care_plan_item"."clocks") <= 1 and 7 >= all("care_plan_item"."days")
  when 3 then cardinality("care_plan_item"."days") = "care_plan_item"."times" and cardinality("care_plan_item"."clocks") <= 1
  else "care_plan_item"."clocks" = '{}' and "care_plan_item"."days" = '{}' end
  and ("care_plan_item"."from_clock" is null) = ("care_plan_item"."to_clock" is null) and ("care_plan_item"."from_clock" is null or "care_plan_item"."unit" = 5)),
	CONSTRAINT "care_plan_item_times" CHECK ("care_plan_item"."times" between 1 and 24),
	CONSTRAINT "care_plan_item_unit" CHECK ("care_plan_item"."unit" between 1 and 7)
);
--> statement-breakpoint
CREATE TABLE "care_task" (
	"org_id" varchar(64) NOT NULL,
	"task_id" varchar(64) NOT NULL,
	"plan_time" timestamptz(3) NOT NULL,
	"item_id" varchar(64) NOT NULL,
	"plan_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"project_id" varchar(64) NOT NULL,
	"minutes" smallint NOT NULL,
	"open_from" timestamptz(3) NOT NULL,
	"due_until" timestamptz(3) NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"state_at" timestamptz(3) DEFAULT now() NOT NULL,
	"execution_id" varchar(64),
	"done_at" timestamptz(3),
	"worker_id" varchar(64),
	"assigned" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "care_task_org_id_task_id_plan_time_pk" PRIMARY KEY("org_id","task_id","plan_time"),
	CONSTRAINT "care_task_once" UNIQUE("org_id","item_id","plan_time"),
	CONSTRAINT "care_task_state" CHECK ("care_task"."state" in ('WAITING', 'DONE', 'REFUSED', 'OUT', 'HOSPITAL', 'MISSED')),
	CONSTRAINT "care_task_window" CHECK ("care_task"."plan_time" between "care_task"."open_from" and "care_task"."due_until"),
	CONSTRAINT "care_task_recorded" CHECK (case when "care_task"."execution_id" is null then "care_task"."state" in ('WAITING', 'OUT', 'HOSPITAL', 'MISSED')
      else "care_task"."state" in ('DONE', 'REFUSED', 'OUT', 'HOSPITAL') end),
	CONSTRAINT "care_task_done" CHECK (("care_task"."state" = 'DONE') = ("care_task"."done_at" is not null))
) PARTITION BY RANGE ("plan_time");
--> statement-breakpoint
DROP TABLE "nursing_task" CASCADE;--> statement-breakpoint
ALTER TABLE "care_execution" ADD CONSTRAINT "care_execution_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_execution" ADD CONSTRAINT "care_execution_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."care_project"("org_id","project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_plan" ADD CONSTRAINT "care_plan_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_plan" ADD CONSTRAINT "care_plan_level" FOREIGN KEY ("org_id","level_id") REFERENCES "public"."nursing_level"("org_id","level_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_plan_item" ADD CONSTRAINT "care_plan_item_plan" FOREIGN KEY ("org_id","plan_id") REFERENCES "public"."care_plan"("org_id","plan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_plan_item" ADD CONSTRAINT "care_plan_item_of" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."care_project"("org_id","project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_task" ADD CONSTRAINT "care_task_item" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."care_plan_item"("org_id","item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "care_execution_once" ON "care_execution" USING btree ("org_id","task_id","plan_time") WHERE taken_back_at is null;--> statement-breakpoint
CREATE INDEX "care_execution_of" ON "care_execution" USING btree ("org_id","oldman_id","plan_time");--> statement-breakpoint
CREATE INDEX "care_execution_by" ON "care_execution" USING btree ("org_id","worker_id","plan_time");--> statement-breakpoint
CREATE INDEX "care_execution_day" ON "care_execution" USING btree ("org_id","plan_time");--> statement-breakpoint
CREATE INDEX "care_plan_of" ON "care_plan" USING btree ("org_id","oldman_id","start_date" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "care_plan_list" ON "care_plan" USING btree ("org_id","created_at" DESC NULLS FIRST,"plan_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "care_plan_item_uses" ON "care_plan_item" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE INDEX "care_task_day" ON "care_task" USING btree ("org_id","plan_time");--> statement-breakpoint
CREATE INDEX "care_task_of" ON "care_task" USING btree ("org_id","oldman_id","plan_time");--> statement-breakpoint
CREATE INDEX "care_task_due" ON "care_task" USING btree ("plan_time") WHERE state = 'WAITING';--> statement-breakpoint
-- by hand
-- One plan holds for an elder on any day.
ALTER TABLE "care_plan" ADD CONSTRAINT "care_plan_one" EXCLUDE USING gist ("org_id" WITH =, "oldman_id" WITH =,
  daterange("start_date", "end_date", '[]') WITH &&) WHERE ("state" = 'ON');--> statement-breakpoint
-- What nursing_task held was written by the demonstration alone, without plans and projects: nothing of it can be carried over.
SELECT figures_read('care_task', 'own');--> statement-breakpoint
SELECT hold_files('nursing.execution', 'care_execution', 'execution_id', 'photos');
